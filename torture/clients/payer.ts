import { setTimeout as sleep } from 'node:timers/promises'

import type { PaymentOutcome } from '#torture/plan/plan-customer.ts'

import type { ClientContext } from './client-context.ts'

const PAUSE_MS = 400
const LOOKS = 8

/** Opens a deposit, pays it at the gateway as planned, and checks whether it was credited. */
export async function payAt(
  { caller, sandboxes, records, history, violate }: ClientContext,
  own: { name: string; userId: number; token: string; key: string; cents: number; outcome: PaymentOutcome },
): Promise<void> {
  const { name, userId, token, key, cents, outcome } = own
  const body = { amount: cents / 100, payment_method: 'cryptomus' }
  const deposit: { key: string; userId: number; amount: bigint; reference?: string } = {
    key,
    userId,
    amount: BigInt(cents) * 1_000_000n,
  }
  records.deposits.set(key, deposit)
  history.note(name, 'wants to pay', { key, cents, outcome })
  const answer = await caller.callUntilAnswered({
    method: 'POST',
    path: '/api/payment/create',
    token,
    body,
    key,
  })
  if (answer === undefined) return
  const reference = answer.body['order_id']
  history.note(name, 'may pay', { key, status: answer.status, reference })
  if (answer.status !== 200 || typeof reference !== 'string')
    return violate('other', `${key} was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
  deposit.reference = reference
  for (const step of stepsOf(outcome, cents)) {
    await sleep(PAUSE_MS)
    await changeInvoice(sandboxes, reference, step)
    history.note(name, 'pays', { key, reference, ...step })
  }
  for (let looked = 0; looked < LOOKS; looked += 1) {
    await sleep(PAUSE_MS)
    const { body: seen } = await caller.call({ path: `/api/payment/status/${reference}`, token })
    if (seen['status'] === 'paid') return history.note(name, 'has paid', { key, reference })
  }
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

/** The gateway may be down for a while; the customer returns later. */
async function changeInvoice(
  sandboxes: ClientContext['sandboxes'],
  reference: string,
  step: Step,
): Promise<void> {
  for (let tried = 0; tried < 100; tried += 1) {
    try {
      await sandboxes.gateway.control(`invoices/${reference}`, step)
      return
    } catch {
      await sleep(PAUSE_MS)
    }
  }
}
