import { type Kysely, sql } from 'kysely'

import type { DepositStatus } from '#contract/payments/payments.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type DepositKey, toReviewColumns } from '#server/modules/payments/deposits/deposit-queries.ts'

export type DeskFilter = {
  userId: number | undefined
  status: DepositStatus | undefined
  needsAttention: boolean
  before: bigint | undefined
  count: number
}

export type DeskRow = Awaited<ReturnType<typeof listDeskRows>>[number]

/** A person must look at the deposit. In these words, for the index of them (`deposits_attention`) to serve it. */
const needsAttention = sql<boolean>`(deposits.status = 'review'
  or (deposits.status = 'completed' and deposits.review_code is not null))`

/** By the index that serves the list, and no more than `max` of it. */
export async function countAttentionRows(db: Kysely<DB>, max: number): Promise<number> {
  const some = db.selectFrom('deposits').select('id').where(needsAttention).orderBy('id').limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deposits of everyone, or of one along their own key, newest first. Each filter reads a page of its own index. */
export async function listDeskRows(db: Kysely<DB>, filter: DeskFilter) {
  const { userId, status, before, count } = filter
  let query = deskRows(db)
  if (userId !== undefined) query = query.where(ofCustomer(userId)).orderBy('deposits.user_id', 'desc')
  if (status !== undefined) query = query.where('deposits.status', '=', status)
  if (filter.needsAttention) query = query.where(needsAttention)
  if (before !== undefined) query = query.where('deposits.id', '<', before)
  return query.orderBy('deposits.id', 'desc').limit(count).execute()
}

/** A deposit by its id alone. */
export async function findDeskRow(db: Kysely<DB>, id: bigint): Promise<DeskRow | undefined> {
  return deskRows(db).where('deposits.id', '=', id).executeTakeFirst()
}

function deskRows(db: Kysely<DB>) {
  return db
    .selectFrom('deposits')
    .innerJoin('users', 'users.id', 'deposits.user_id')
    .select([
      'deposits.id',
      'reference',
      'user_id',
      'users.email as user_email',
      'payment_method',
      'amount',
      'bonus',
    ])
    .select([
      'deposits.status',
      'credited_amount',
      'review_code',
      'review_details',
      'gateway_status',
      'arrived',
      'arrived_as',
    ])
    .select([
      'answered_at',
      'deposits.created_at',
      'deposits.updated_at',
      'expires_at',
      'refused_at',
      'completed_at',
    ])
}

/** Under its lock: with the amount that a person said, whatever the gateway says of it from now on. */
export async function saveCreditByHand(
  tx: Tx,
  { userId, id, amount, bonus, now }: DepositKey & { amount: bigint; bonus: bigint; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      status: 'completed',
      credited_amount: amount,
      bonus,
      ...toReviewColumns(null),
      refused_at: null,
      check_at: null,
      completed_at: now,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

/** Under its lock. It is still asked about for as long as a payment may come, at `checkAt` next. */
export async function saveRefusal(
  tx: Tx,
  { userId, id, checkAt, now }: DepositKey & { checkAt: Date | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({
      status: 'canceled',
      ...toReviewColumns(null),
      refused_at: now,
      check_at: checkAt,
      updated_at: now,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

/** Under its lock. */
export async function clearReview(tx: Tx, { userId, id, now }: DepositKey & { now: Date }): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ ...toReviewColumns(null), updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .execute()
}
