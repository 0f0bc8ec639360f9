import { type Kysely, sql } from 'kysely'

import type { DepositReview } from '#contract/payments/deposit-review.ts'
import type { DepositStatus } from '#contract/payments/payments.ts'
import { toKeptDetails } from '#contract/base/stored-details.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Invoice } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'

// Longer than most: every way in which a deposit changes its state stands beside the others, as they exclude each other.

export type DepositKey = { userId: number; id: bigint }

export const depositColumns = [
  'user_id',
  'id',
  'reference',
  'payment_method',
  'gateway_account',
  'amount',
  'bonus',
  'status',
  'gateway_status',
  'arrived',
  'credited_amount',
  'refused_at',
  'review_code',
  'payment_url',
  'expires_at',
  'check_at',
  'checks',
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

export async function findDeposit(db: Kysely<DB>, key: DepositKey): Promise<Deposit | undefined> {
  return selectDeposit(db, key).executeTakeFirst()
}

/** Nobody else changes the deposit until the tx ends. */
export async function lockDeposit(tx: Tx, key: DepositKey): Promise<Deposit | undefined> {
  return selectDeposit(tx, key).forUpdate().executeTakeFirst()
}

function selectDeposit(db: Kysely<DB>, { userId, id }: DepositKey) {
  return db.selectFrom('deposits').select(depositColumns).where('user_id', '=', userId).where('id', '=', id)
}

/** From the status that was read under the lock, and from no other. */
export async function saveOutcome(
  tx: Tx,
  outcome: {
    deposit: Deposit
    invoice: Invoice
    status: DepositStatus
    review: DepositReview | undefined
    expiresAt: Date | null
    checkAt: Date | null
    now: Date
  },
): Promise<void> {
  const { deposit, invoice, status, now } = outcome
  const { numUpdatedRows } = await tx
    .updateTable('deposits')
    .set({
      status,
      gateway_status: toStatusWord(invoice.status),
      gateway_id: invoice.uuid.slice(0, 200),
      // A deposit whose invoice was made while the answer got lost has its address from here.
      payment_url: deposit.payment_url ?? invoice.url ?? null,
      expires_at: outcome.expiresAt,
      check_at: outcome.checkAt,
      checked_at: now,
      answered_at: now,
      checks: deposit.checks + 1,
      ...arrivedIn(invoice),
      ...(status !== deposit.status && { updated_at: now }),
      ...(status === 'completed' && { completed_at: now, ...toReviewColumns(null) }),
      ...(outcome.review !== undefined && toReviewColumns(outcome.review)),
    })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .where('status', '=', deposit.status)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`deposit ${deposit.id} changed under its lock`)
}

/** The gateway's later word about money that is with the customer already: noted, and nothing moves. */
export async function noteOnCompleted(
  tx: Tx,
  {
    deposit,
    invoice,
    review,
    now,
  }: { deposit: Deposit; invoice: Invoice; review: DepositReview | undefined; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      gateway_status: toStatusWord(invoice.status),
      answered_at: now,
      ...arrivedIn(invoice),
      ...(review !== undefined && { ...toReviewColumns(review), updated_at: now }),
    })
    .where('user_id', '=', deposit.user_id)
    .where('id', '=', deposit.id)
    .where('status', '=', 'completed')
    .execute()
}

/** Null for nothing that a person must look at. */
export function toReviewColumns(review: DepositReview | null) {
  return review === null
    ? { review_code: null, review_details: null }
    : { review_code: review.code, review_details: toKeptDetails(review.details) }
}

/** An answer that names no figure leaves the one that is known. */
function arrivedIn({ arrived, arrivedAs }: Invoice) {
  return {
    ...(arrived !== undefined && { arrived }),
    ...(arrivedAs !== undefined && { arrived_as: arrivedAs }),
  }
}

/** Any word may come; one is compared with the one before, so both are cut alike. */
export function toStatusWord(status: string): string {
  return status.slice(0, 100)
}

/** Ends the watch over a deposit, and closes one that is still open. A payment that is heard of later still wins. */
export async function closeDeposit(
  db: Kysely<DB>,
  {
    userId,
    id,
    closed,
    gatewayStatus,
    now,
  }: DepositKey & { closed: 'canceled' | 'review'; gatewayStatus: string; now: Date },
): Promise<void> {
  const review = toReviewColumns(closed === 'review' ? { code: 'never_finished', details: {} } : null)
  await db
    .updateTable('deposits')
    .set((set) => ({
      status: set.case().when('status', '=', 'pending').then(closed).else(set.ref('status')).end(),
      review_code: sql<string>`coalesce(review_code, ${review.review_code})`,
      review_details: sql<string>`coalesce(review_details, ${review.review_details}::jsonb)`,
      gateway_status: toStatusWord(gatewayStatus),
      check_at: null,
      checked_at: now,
      answered_at: now,
      updated_at: now,
    }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

export async function putOffCheck(
  db: Kysely<DB>,
  {
    userId,
    id,
    checkAt,
    hasAnswered,
    now,
  }: DepositKey & { checkAt: Date | null; hasAnswered: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({
      check_at: checkAt,
      checked_at: now,
      checks: sql`checks + 1`,
      ...(hasAnswered && { answered_at: now }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

/** The gateway has news of it, though its answer did not show them yet: look again soon. */
export async function checkSoon(
  db: Kysely<DB>,
  { userId, id, at }: DepositKey & { at: Date },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ check_at: at, checks: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}
