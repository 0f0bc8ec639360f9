import { toDecimal } from '#contract/base/money.ts'
import { isManual, MANUAL } from '#contract/settings/payment-methods.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedDeposit = {
  userId: number
  /** From the ledger's sequence; a credited deposit's line has the same id. */
  id: bigint
  /** The customer's newest ledger line before it. */
  openedAfter: number
  reference: string
  /** The gateway's id of its invoice; manual methods have none. */
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
  /** What the gateway reversed immediately, and what the customer returned of that. */
  reversed: bigint
  reclaimed: bigint
}

export function copyPastDeposit(rows: CopyTables, deposit: CopiedDeposit): void {
  const { userId, id, status, amount, createdAt, endedAt, gateway } = deposit
  const isPaid = status === 'completed'
  const isShort = status === 'review'
  const isByGateway = gateway !== MANUAL && !isManual(gateway)
  const arrived = !isByGateway ? null : isPaid ? amount : isShort ? amount / 2n : null
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
    ...(isByGateway ? toGatewayState(deposit) : { gateway_status: null, gateway_state: null }),
    payment_url: endedAt === null && isByGateway ? `https://pay.example.com/${deposit.reference}` : null,
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
    review_code: isShort ? (isByGateway ? 'underpaid' : 'transfer_sent') : null,
    review_details: isShort ? '{}' : null,
    reversed: deposit.reversed,
    reclaimed: deposit.reclaimed,
    gateway_reversed: deposit.reversed > 0n ? deposit.reversed : null,
    gateway_reversed_at: deposit.reversed > 0n ? endedAt : null,
  })
  if (isByGateway) copyOfGateway(rows, deposit)
  else copyManual(rows, deposit)
}

function toGatewayState({ status, endedAt }: CopiedDeposit) {
  if (status === 'completed') return { gateway_status: 'paid', gateway_state: 'paid' } as const
  if (status === 'review') return { gateway_status: 'wrong_amount', gateway_state: 'short' } as const
  if (endedAt === null) return { gateway_status: 'check', gateway_state: 'open' } as const
  return { gateway_status: 'cancel', gateway_state: 'closed' } as const
}

/** A credited one holds its reference; what a customer reported about a transfer has its own row. */
function copyManual(
  rows: CopyTables,
  { userId, id, gateway, status, reference, endedAt }: CopiedDeposit,
): void {
  const depositId = { user_id: userId, deposit_id: id }
  if (status === 'completed')
    rows.copyInto('entered_references', { method: gateway, reference: referenceOf(reference), ...depositId })
  if (gateway === MANUAL) return
  const isSent = status === 'completed' || status === 'review'
  rows.copyInto('transfers', {
    ...depositId,
    reference: isSent ? reference : null,
    sent_at: isSent ? endedAt : null,
  })
}

/** In the form that claims compare, without the prefix for entries by staff. */
const referenceOf = (reference: string) => reference.slice(reference.indexOf(':') + 1).toLowerCase()

function copyOfGateway(rows: CopyTables, deposit: CopiedDeposit): void {
  const { userId, id, status, amount, endedAt, gateway } = deposit
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
