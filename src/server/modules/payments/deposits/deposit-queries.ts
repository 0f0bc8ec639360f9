import type { Kysely } from 'kysely'

import type { DepositReview } from '#contract/payments/deposit-review.ts'
import { toStoredDetails } from '#contract/base/stored-details.ts'
import type { Invoice } from '#server/integrations/gateways/gateway.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type DepositKey = { userId: number; id: bigint }

export const depositColumns = [
  'user_id',
  'id',
  'reference',
  'gateway',
  'payment_method',
  'gateway_account',
  'amount',
  'fee',
  'bonus',
  'status',
  'gateway_status',
  'gateway_state',
  'arrived',
  'credited_amount',
  'reversed',
  'reclaimed',
  'gateway_reversed',
  'gateway_reversed_at',
  'refused_at',
  'review_code',
  'payment_url',
  'expires_at',
  'due_at',
  'polls',
  'idempotency_key',
  'request_hash',
  'created_at',
] as const

export type Deposit = NonNullable<Awaited<ReturnType<typeof findDepositByReference>>>

export async function findDepositByReference(
  db: Kysely<DB>,
  { reference, userId }: { reference: string; userId?: number },
) {
  let query = db.selectFrom('deposits').select(depositColumns).where('reference', '=', reference)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return query.executeTakeFirst()
}

/** Whether it has the format of references made by `createDeposit`. */
export function isOwnReference(reference: string): boolean {
  return /^[\w-]{24}$/.test(reference)
}

export async function findDeposit(db: Kysely<DB>, { userId, id }: DepositKey): Promise<Deposit | undefined> {
  return db
    .selectFrom('deposits')
    .select(depositColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Null clears the review. */
export function toReviewColumns(review: DepositReview | null) {
  return review === null
    ? { review_code: null, review_details: null }
    : { review_code: review.code, review_details: toStoredDetails(review.details) }
}

/** What a gateway reports about a payment. An unknown status only means that something is happening. */
export function toStateColumns({ status, state = 'waiting' }: Pick<Invoice, 'status' | 'state'>) {
  return { gateway_status: toStatusWord(status), gateway_state: state }
}

/** A gateway's status as stored and compared: it can be any text, so it is truncated. */
export function toStatusWord(status: string): string {
  return status.slice(0, 100)
}
