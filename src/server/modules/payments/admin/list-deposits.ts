import { type Kysely, sql } from 'kysely'

import type { DepositStatus } from '#contract/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type DepositFilter = {
  userId: number | undefined
  status: DepositStatus | undefined
  gateway: string | undefined
  needsAttention: boolean
  before: bigint | undefined
  count: number
}

export type DepositRow = Awaited<ReturnType<typeof listDepositRows>>[number]

/** Staff must review the deposit. Exactly the condition of the index `deposits_attention`, so that it is used. */
const needsAttention = sql<boolean>`(deposits.status = 'review'
  or (deposits.status = 'completed' and deposits.review_code is not null))`

/** Newest first. Each filter reads a page of its own index. */
export async function listDepositRows(db: Kysely<DB>, filter: DepositFilter) {
  const { userId, status, gateway, before, count } = filter
  let query = selectRows(db)
  // For one customer, all are in the primary key, and the few by status or in review in an index of the opposite order.
  const isFew = filter.needsAttention || (status !== undefined && status !== 'completed')
  if (userId !== undefined)
    query = query.where(ofCustomer(userId)).orderBy('deposits.user_id', isFew ? 'asc' : 'desc')
  if (status !== undefined) query = query.where('deposits.status', '=', sql.lit(status))
  if (gateway !== undefined) query = query.where('gateway', '=', gateway)
  if (filter.needsAttention) query = query.where(needsAttention)
  if (before !== undefined) query = query.where('deposits.id', '<', before)
  return query.orderBy('deposits.id', 'desc').limit(count).execute()
}

export async function findDepositRow(db: Kysely<DB>, id: bigint): Promise<DepositRow | undefined> {
  return selectRows(db).where('deposits.id', '=', id).executeTakeFirst()
}

/** How many deposits `attention=true` lists, counted up to `max` by the same index. */
export async function countDepositsForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  const some = db.selectFrom('deposits').select('id').where(needsAttention).orderBy('id').limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const owesNow = sql<bigint>`(select owed from accounts where accounts.user_id = deposits.user_id)`
/** By its key, row by row: with a join the planner may read all users, as it expects many deposits per customer. */
const email = sql<string>`(select email from users where users.id = deposits.user_id)`

function selectRows(db: Kysely<DB>) {
  return db
    .selectFrom('deposits')
    .select([
      'deposits.id',
      'reference',
      'user_id',
      email.as('user_email'),
      'gateway',
      'payment_method',
      'amount',
      'fee',
      'bonus',
    ])
    .select([
      'deposits.status',
      'credited_amount',
      'reversed',
      owesNow.as('user_owes'),
      'review_code',
      'review_details',
      'gateway_status',
      'arrived',
      'arrived_as',
      'gateway_reversed',
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
