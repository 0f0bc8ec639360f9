import { type Kysely, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { money } from '#contract/base/money.ts'
import { ATTENTION_COUNTED_MAX } from '#contract/operations/attention.ts'
import type { getStats } from '#contract/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { countOrdersForAttention } from '#server/modules/orders/admin/list-admin-orders.ts'
import { countDepositsForAttention } from '#server/modules/payments/admin/list-deposits.ts'
import { cacheRead } from '#server/lib/cache/cache-read.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Above this many users the headlines take longer than a staff page should wait, and nobody notices ten seconds of change. */
const MANY_USERS = 10_000
/** Beyond this the number in review need not be exact. */
const COUNTED_MAX = 100_000
const CACHED_MS = 10_000
const STALE_MS = 60_000

/** Headline numbers of the shop, and what is in review. */
export async function readStats(ctx: Context): Promise<AnswerOf<typeof getStats>['data']> {
  const { users, orders, completed, revenue } = await readHeadlines(ctx)
  const inReview = await countInReview(ctx)
  return {
    totalUsers: users,
    totalOrders: Number(orders),
    completedOrders: Number(completed),
    revenue: money(BigInt(revenue)),
    inReview: inReview.orders,
    depositsInReview: inReview.deposits,
  }
}

const readCached = cacheRead(({ db }) => findHeadlines(db), { freshMs: CACHED_MS, staleMs: STALE_MS })
const large = new WeakSet<Context>()

/** Current numbers; with many users at most a minute old, and refreshed in the background after 10 s. */
export async function readHeadlines(ctx: Context): Promise<HeadlineRow> {
  if (large.has(ctx)) return readCached(ctx)
  const row = await findHeadlines(ctx.db)
  if (row.users > MANY_USERS) large.add(ctx)
  return row
}

type HeadlineRow = {
  users: number
  orders: bigint
  completed: bigint
  revenue: string
}

/**
 * From the counters on accounts, never from orders or the ledger: about 40 ms with 100,000 users on two busy cores,
 * where a sum over 10 million orders takes most of a second.
 */
async function findHeadlines(db: Kysely<DB>): Promise<HeadlineRow> {
  const { rows } = await sql<HeadlineRow>`
    select users.users, accounts.* from (select count(*)::int as users from users where deleted_at is null) users, (select
      coalesce(sum(pending::bigint + processing + completed + partial + refill + canceled + refunded + failed), 0)::bigint
        as orders,
      coalesce(sum(completed), 0)::bigint as completed,
      coalesce(sum(-orders_total - refunds_total), 0)::text as revenue
    from accounts) accounts`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a sum without groups always has a row')
  return row
}

type InReview = { orders: number; deposits: number }

const countMany = cacheRead((ctx) => countUpTo(ctx, COUNTED_MAX), { freshMs: CACHED_MS, staleMs: STALE_MS })

/**
 * The number of orders and deposits in review: exact while small. After an outage, at most a minute old and counted up
 * to 100,000, however often it is read.
 */
async function countInReview(ctx: Context): Promise<InReview> {
  const { orders, deposits } = await countUpTo(ctx, ATTENTION_COUNTED_MAX)
  return {
    orders: orders < ATTENTION_COUNTED_MAX ? orders : (await countMany(ctx)).orders,
    deposits: deposits < ATTENTION_COUNTED_MAX ? deposits : (await countMany(ctx)).deposits,
  }
}

async function countUpTo(ctx: Context, max: number): Promise<InReview> {
  return {
    orders: await countOrdersForAttention(ctx, max),
    deposits: await countDepositsForAttention(ctx, max),
  }
}
