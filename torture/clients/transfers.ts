import type { TransferOutcome } from '#torture/plan/plan-customer.ts'

import type { ClientContext } from './client-context.ts'
import { openDeposit } from './payer.ts'

/** The method that staff confirm (`run/open-shop.ts`). */
export const TRANSFER_METHOD = 'manual-bank'

const PROOF = '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'

/** Opens a deposit by bank transfer, transfers as planned, and sends reference and proof; staff do the rest. */
export async function transferTo(
  context: ClientContext,
  own: {
    name: string
    userId: number
    token: string
    key: string
    cents: number
    outcome: TransferOutcome
  },
): Promise<void> {
  const { name, key, outcome } = own
  if (outcome !== 'one reference twice')
    return sendTransfer(context, { ...own, reference: `Transfer ${key}` })
  // One transfer reported for two deposits, the second time in another spelling.
  await Promise.all([
    sendTransfer(context, { ...own, reference: `Twice ${name} ${key}` }),
    sendTransfer(context, { ...own, key: `${key}-again`, reference: `TWICE${name} ${key}` }),
  ])
}

async function sendTransfer(
  context: ClientContext,
  own: Parameters<typeof transferTo>[1] & { reference: string },
): Promise<void> {
  const { caller, records, history, violate } = context
  const { name, userId, token, key, cents, outcome, reference } = own
  const orderId = await openDeposit(context, { ...own, method: TRANSFER_METHOD })
  if (orderId === undefined) return
  const shares: Record<TransferOutcome, bigint> = {
    arrived: 100n,
    'one reference twice': 100n,
    'less arrived': 60n,
    'nothing arrived': 0n,
  }
  const arrived = BigInt(cents) * shares[outcome] * 10_000n
  // Before it is reported: from then on staff look it up at the bank.
  const transfer = { userId, reference, arrived, isSent: false }
  records.transfers.set(orderId, transfer)
  const form = new FormData()
  form.set('reference', reference)
  form.set('attachments', new Blob([PROOF], { type: 'application/pdf' }), 'receipt.pdf')
  const path = `/api/payment/manual/${orderId}`
  const answer = await caller.callUntilAnswered({ method: 'POST', path, token, form })
  history.note(name, 'sends a transfer', { key, orderId, arrived: String(arrived), status: answer?.status })
  if (answer === undefined) return
  transfer.isSent = answer.status === 200
  // After lost answers: staff have decided meanwhile, or the maximum of proofs is reached.
  if (answer.status !== 200 && answer.status !== 409 && answer.status !== 422)
    violate('other', `the transfer ${key} was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
}
