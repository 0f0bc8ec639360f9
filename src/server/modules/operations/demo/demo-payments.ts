import { money, UNITS_PER_USD } from '#contract/base/money.ts'
import { defaultMethod, listMethods } from '#contract/settings/payment-methods.ts'
import { control } from '#sandbox/call-sandbox.ts'
import type { SandboxAddresses } from '#sandbox/start-sandbox.ts'
import type { Context } from '#server/context.ts'
import { enterDeposit } from '#server/modules/payments/admin/enter-deposit.ts'
import { createDeposit } from '#server/modules/payments/deposits/create-deposit.ts'
import { readPaymentStatus } from '#server/modules/payments/deposits/read-payment-status.ts'
import { creditTransfer } from '#server/modules/payments/manual/credit-transfer.ts'
import { refuseTransfer } from '#server/modules/payments/manual/refuse-transfer.ts'
import { sendTransfer } from '#server/modules/payments/manual/send-transfer.ts'
import { changeSettings } from '#server/modules/settings/change-settings.ts'

import type { DemoCast, DemoStep } from './demo-cast.ts'

/** Not carried over when the shop goes live (scripts/go-live/carried-parts.ts). */
const BANK = 'manual-demo-bank'
const dollars = (amount: bigint) => money(amount * UNITS_PER_USD)

/**
 * Payments that staff confirm, in every state, one gateway payment with too small an amount, and an open one. In the
 * last minutes, after all other ledger rows.
 */
export function paymentSteps(cast: DemoCast, sandbox: SandboxAddresses): DemoStep[] {
  return [
    { hoursAgo: 640, run: (past) => offerTransfers(past, cast) },
    ...transferSteps(cast, { customer: 'Minh Nguyen', minutesAgo: 6.9, amount: 120n, ending: 'credited' }),
    ...transferSteps(cast, { customer: 'Grace Lowell', minutesAgo: 6.7, amount: 60n, ending: 'credited' }),
    ...transferSteps(cast, { customer: 'Oleg Petrov', minutesAgo: 6.5, amount: 80n, ending: 'refused' }),
    ...transferSteps(cast, { customer: 'Huong Le', minutesAgo: 6.3, amount: 150n, ending: 'in review' }),
    ...transferSteps(cast, { customer: 'Thu Vo', minutesAgo: 6.1, amount: 40n, ending: 'open' }),
    {
      hoursAgo: 5.5 / 60,
      run: async (past) => {
        const user = String(cast.customer('Ruby Chen'))
        const reason = 'Paid in cash at the meetup'
        const entered = { user, amount: dollars(75n), reference: 'CASH-19', reason }
        await enterDeposit(past, { by: cast.staff.manager, entered })
      },
    },
    {
      hoursAgo: 5 / 60,
      run: (past) => payTooLittle(past, { userId: cast.customer('Kate Sullivan'), sandbox }),
    },
    {
      hoursAgo: 4.5 / 60,
      run: async (past) => {
        await open(past, {
          userId: cast.customer('Sam Whitaker'),
          amount: 50n,
          method: sandbox.gateway.speaks,
        })
      },
    },
  ]
}

/** Offered by the operator in addition to the gateways. */
async function offerTransfers(past: Context, cast: DemoCast): Promise<void> {
  const { payment_methods: methods } = await past.settings.read()
  if (methods.some(({ id }) => id === BANK)) return
  const bank = {
    ...defaultMethod(BANK),
    name: 'Bank transfer (demo)',
    instructions: 'Demo bank\nAccount: 0000 0000 0000\nThis account does not exist: send nothing.',
    min: dollars(20n),
  }
  // The cards are named before it: methods in the settings come first.
  const gateways = [...past.gateways.values()].map(({ data }) => data)
  const cards = listMethods({ settings: methods, gateways, isSetUp: () => true }).map(
    ({ setting }) => setting,
  )
  await changeSettings(past, {
    by: cast.staff.manager,
    staff: { role: 'admin', permissions: null },
    change: { payment_methods: [...cards, bank] },
    requireProof: () => undefined,
    onChanged: async () => undefined,
  })
}

type Scene = {
  customer: string
  minutesAgo: number
  amount: bigint
  ending: 'open' | 'in review' | 'credited' | 'refused'
}

/** A transfer, from its opening to the staff decision. */
function transferSteps(cast: DemoCast, { customer, minutesAgo, amount, ending }: Scene): DemoStep[] {
  const userId = cast.customer(customer)
  const reference = `TR-${1000 + userId}`
  const by = cast.staff.manager
  let opened: { orderId: string; id: bigint } | undefined
  const known = () => {
    if (opened === undefined) throw new Error('a transfer is opened before it is sent')
    return opened
  }
  const steps: DemoStep[] = [
    {
      hoursAgo: minutesAgo / 60,
      run: async (past) => void (opened = await open(past, { userId, amount, method: BANK })),
    },
    {
      hoursAgo: (minutesAgo - 1) / 60,
      run: async (past) => {
        const uploads = [{ name: 'receipt.pdf', bytes: makeReceipt(reference) }]
        await sendTransfer(past, { userId, orderId: known().orderId, reference, uploads })
      },
    },
    {
      hoursAgo: (minutesAgo - 3) / 60,
      run: async (past) => {
        const decision = { userId, id: known().id, by }
        if (ending === 'refused')
          await refuseTransfer(past, { ...decision, reason: 'The receipt is of another account.' })
        else
          await creditTransfer(past, {
            ...decision,
            amount: dollars(amount),
            reference: undefined,
            method: BANK,
            reason: 'On the statement',
          })
      },
    },
  ]
  return steps.slice(0, { open: 1, 'in review': 2, credited: 3, refused: 3 }[ending])
}

/** Half of the invoice arrives, for staff to review. */
async function payTooLittle(
  past: Context,
  { userId, sandbox }: { userId: number; sandbox: SandboxAddresses },
): Promise<void> {
  const { speaks: method, url } = sandbox.gateway
  const { orderId: reference } = await open(past, { userId, amount: 100n, method })
  await control(url, `invoices/${reference}`, { status: 'wrong_amount' })
  await readPaymentStatus(past, { userId, reference })
}

/** Opens a deposit, once even if repeated. */
async function open(
  past: Context,
  { userId, amount, method }: { userId: number; amount: bigint; method: string },
): Promise<{ orderId: string; id: bigint }> {
  const { reference } = await createDeposit(past, {
    userId,
    amount: dollars(amount),
    paymentMethod: method,
    idempotencyKey: `demo ${method} ${userId}`,
  })
  const { id } = await past.db
    .selectFrom('deposits')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { orderId: reference, id }
}

/** A page with one line, in the smallest PDF that readers display. */
function makeReceipt(reference: string): Buffer {
  const text = `BT /F1 18 Tf 60 700 Td (Demo bank: transfer ${reference}, executed) Tj ET`
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  ]
  const body = objects.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R /Size 6>>\n%%EOF\n`)
}
