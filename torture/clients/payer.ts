import { setTimeout as sleep } from 'node:timers/promises'

import type { PaymentMethod, PaymentOutcome } from '#torture/plan/plan-customer.ts'

import type { ClientContext } from './client-context.ts'

const PAUSE_MS = 400
const LOOKS = 8

/** Opens a deposit, pays it at the gateway as planned, and checks whether it was credited. */
export async function payAt(
  context: ClientContext,
  own: {
    name: string
    userId: number
    token: string
    key: string
    cents: number
    method: PaymentMethod
    outcome: PaymentOutcome
  },
): Promise<void> {
  const { caller, sandboxes, history } = context
  const { name, token, key, cents, method, outcome } = own
  history.note(name, 'wants to pay', { key, cents, method, outcome })
  const reference = await openDeposit(context, own)
  if (reference === undefined) return
  const hasInvoices = method === 'cryptomus' || method === 'heleket'
  const steps = hasInvoices ? stepsOf(outcome, cents) : changesOf(outcome, { method, cents })
  for (const step of steps) {
    await sleep(PAUSE_MS)
    await control(sandboxes, `${hasInvoices ? 'invoices' : 'checkouts'}/${reference}`, step)
    history.note(name, 'pays', { key, reference, ...step })
  }
  for (let looked = 0; looked < LOOKS; looked += 1) {
    await sleep(PAUSE_MS)
    const { body: seen } = await caller.call({ path: `/api/payment/status/${reference}`, token })
    if (seen['status'] === 'paid') return history.note(name, 'has paid', { key, reference })
  }
}

/** Its reference; undefined if there was no answer, or it was refused, which is a violation. */
export async function openDeposit(
  { caller, records, history, violate }: ClientContext,
  {
    name,
    userId,
    token,
    key,
    cents,
    method,
  }: { name: string; userId: number; token: string; key: string; cents: number; method: string },
): Promise<string | undefined> {
  const deposit: { key: string; userId: number; amount: bigint; reference?: string } = {
    key,
    userId,
    amount: BigInt(cents) * 1_000_000n,
  }
  records.deposits.set(key, deposit)
  const body = { amount: cents / 100, payment_method: method }
  const path = '/api/payment/create'
  const answer = await caller.callUntilAnswered({ method: 'POST', path, token, body, key })
  if (answer === undefined) return undefined
  const reference = answer.body['order_id']
  history.note(name, 'may pay', { key, status: answer.status, reference })
  if (answer.status !== 200 || typeof reference !== 'string') {
    violate('other', `${key} was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
    return undefined
  }
  deposit.reference = reference
  // At Payeer, opening the page creates the payment.
  if (method === 'payeer') await visit(String(answer.body['payment_url']))
  return reference
}

type Step = { status: string; amount?: string; webhook_only?: boolean }

function stepsOf(outcome: PaymentOutcome, cents: number): Step[] {
  if (outcome === 'nothing') return []
  if (outcome === 'claimed only') return [{ status: 'paid', webhook_only: true }]
  return outcome.split(', ').map((step) => {
    const [status = '', percent] = step.split(' ')
    const amount = (Math.round((cents * Number(percent)) / 100) / 100).toFixed(2)
    return { status, ...(percent !== undefined && { amount }) }
  })
}

type Change = { do: string; amount?: string }

/** The same outcomes at gateways without such statuses: `sandbox/README.md`, the other gateways. */
function changesOf(
  outcome: PaymentOutcome,
  { method, cents }: { method: PaymentMethod; cents: number },
): Change[] {
  const hasSlow = method !== 'payeer'
  const hasDisputes = method === 'card'
  const changes: Partial<Record<PaymentOutcome, string[]>> = {
    paid: ['pay'],
    paid_over: ['pay_much'],
    wrong_amount: ['pay_little'],
    cancel: ['cancel'],
    'confirm_check, paid': hasSlow ? ['pay_later', 'pay'] : ['pay'],
    'fail, paid': ['fail', 'pay'],
    'paid, refund_process, refund_paid': hasDisputes ? ['pay', 'dispute'] : ['pay'],
    'paid, refund_process, refund_fail': hasDisputes ? ['pay', 'dispute', 'reinstate'] : ['pay'],
    refund_paid: hasDisputes ? ['pay', 'refund'] : ['pay_twice'],
    'locked, paid': hasDisputes ? ['pay', 'inquire'] : ['pay'],
  }
  const percent = /^paid (\d+)$/.exec(outcome)?.[1]
  if (percent === undefined) return (changes[outcome] ?? []).map((what) => ({ do: what }))
  return [{ do: 'pay', amount: (Math.round((cents * Number(percent)) / 100) / 100).toFixed(2) }]
}

async function visit(url: string): Promise<void> {
  await retry(async () => void (await (await fetch(url, { signal: AbortSignal.timeout(10_000) })).text()))
}

function control(sandboxes: ClientContext['sandboxes'], path: string, step: Step | Change): Promise<void> {
  return retry(async () => void (await sandboxes.gateway.control(path, step)))
}

/** The gateway may be down for a while; the customer returns later. */
async function retry(act: () => Promise<void>): Promise<void> {
  for (let tried = 0; tried < 100; tried += 1) {
    try {
      return await act()
    } catch {
      await sleep(PAUSE_MS)
    }
  }
}
