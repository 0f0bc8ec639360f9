import { toDecimal } from '#contract/base/money.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedDeposit = {
  userId: number
  /** From the ledger; a credited one's line has it too. */
  id: bigint
  /** Of the customer's newest ledger line before it. */
  openedAfter: number
  reference: string
  /** The gateway's id of its invoice. */
  gatewayId: string
  gateway: string
  paymentMethod: string
  amount: bigint
  fee: bigint
  bonus: bigint
  status: 'pending' | 'completed' | 'canceled' | 'review'
  createdAt: Date
  /** Null: pending. */
  endedAt: Date | null
  idempotency: { key: string; hash: Buffer } | null
  /** Its webhook is still stored. */
  hasWebhook: boolean
}

export function copyPastDeposit(rows: CopyTables, deposit: CopiedDeposit): void {
  const { userId, id, status, amount, createdAt, endedAt, gateway } = deposit
  const isPaid = status === 'completed'
  const isShort = status === 'review'
  const arrived = isPaid ? amount : isShort ? amount / 2n : null
  rows.copyInto('deposits', {
    user_id: userId,
    id,
    reference: deposit.reference,
    gateway,
    payment_method: deposit.paymentMethod,
    amount,
    fee: deposit.fee,
    bonus: deposit.bonus,
    status,
    gateway_status: isPaid ? 'paid' : isShort ? 'wrong_amount' : endedAt === null ? 'check' : 'cancel',
    gateway_state: isPaid ? 'paid' : isShort ? 'short' : endedAt === null ? 'open' : 'closed',
    payment_url: endedAt === null ? `https://pay.example.com/${deposit.reference}` : null,
    expires_at: new Date(createdAt.getTime() + 86_400_000),
    due_at: endedAt === null ? new Date(createdAt.getTime() + 86_400_000) : null,
    polled_at: endedAt ?? createdAt,
    polls: 1,
    idempotency_key: deposit.idempotency?.key ?? null,
    request_hash: deposit.idempotency?.hash ?? null,
    created_at: createdAt,
    updated_at: endedAt ?? createdAt,
    completed_at: isPaid ? endedAt : null,
    arrived,
    arrived_as: arrived === null ? null : `${toDecimal(arrived)} USD`,
    answered_at: endedAt ?? createdAt,
    opened_after: deposit.openedAfter,
    review_code: isShort ? 'underpaid' : null,
    review_details: isShort ? '{}' : null,
  })
  rows.copyInto('deposit_gateway_ids', {
    gateway,
    gateway_id: deposit.gatewayId,
    user_id: userId,
    deposit_id: id,
  })
  if (deposit.hasWebhook && endedAt !== null)
    rows.copyInto('gateway_events', {
      gateway,
      reference: deposit.reference,
      body: JSON.stringify({
        uuid: deposit.gatewayId,
        order_id: deposit.reference,
        status,
        amount: toDecimal(amount),
      }),
      received_at: endedAt,
      processed_at: endedAt,
      due_at: null,
      effect: status,
    })
}
