import { type Kysely, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { getFigures } from '#contract/reports/reports.ts'
import type { Context } from '#server/context.ts'

import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { readHeadlines } from './read-stats.ts'

type Figures = AnswerOf<typeof getFigures>

/** Every visitor of the landing page loads them, so they are counted once for all. */
const CACHED_MS = 120_000
const DAYS = 30

/** Counts the shop's public figures at most every two minutes; while the database is unavailable, answers the last ones. */
export function makeFigures(ctx: Context): () => Promise<Figures> {
  let cached: { figures: Figures; at: number } | undefined
  let counting: Promise<Figures> | undefined

  const count = async (): Promise<Figures> => {
    // Sandbox orders are invented, so they support no claim about the shop.
    if (ctx.config.sandbox === true) return { orders: 0, completed: 0, start_times: [] }
    const since = new Date(ctx.clock().getTime() - DAYS * 86_400_000)
    const [{ orders, completed }, startTimes] = await Promise.all([
      readHeadlines(ctx),
      listStartTimes(ctx.db, since),
    ])
    const figures = { orders: Number(orders), completed: Number(completed), start_times: startTimes }
    cached = { figures, at: performance.now() }
    return figures
  }

  return async () => {
    if (cached !== undefined && performance.now() - cached.at < CACHED_MS) return cached.figures
    counting ??= count().finally(() => (counting = undefined))
    try {
      return await counting
    } catch (error) {
      if (cached === undefined) throw error
      return cached.figures
    }
  }
}

/** The newest orders show how soon orders currently start; reading all would take minutes. */
const NEWEST_ORDERS = 2_000

/** Platforms with fewer orders are left out. */
const ORDERS_MIN = 5

type StartTime = { platform: string; seconds: number; orders: number }

/**
 * Median seconds from placing to the first sign of delivery, by platform. Orders that never started don't count. Reads
 * a fixed number of orders, each by key.
 */
async function listStartTimes(db: Kysely<DB>, since: Date): Promise<StartTime[]> {
  // Citus does not support such a subquery per row; there each shard joins its own.
  const begun =
    clusterOf(db) === undefined
      ? sql`cross join lateral (
        select min(created_at) as at from order_events
        where order_events.user_id = newest.user_id and order_id = newest.id
          and type = 'status' and details ->> 'to' in ('PROCESSING', 'COMPLETED', 'PARTIAL')
      ) as begun`
      : sql`join (
        select order_events.user_id, order_id, min(order_events.created_at) as at from newest
        join order_events on order_events.user_id = newest.user_id and order_id = newest.id
        where type = 'status' and details ->> 'to' in ('PROCESSING', 'COMPLETED', 'PARTIAL')
        group by order_events.user_id, order_id
      ) as begun on begun.user_id = newest.user_id and begun.order_id = newest.id`
  const { rows } = await sql<StartTime>`
    with newest as (
      select user_id, id, service_id, created_at from orders order by id desc limit ${NEWEST_ORDERS}
    ), started as (
      select service_id, extract(epoch from begun.at - newest.created_at) as seconds
      from newest ${begun}
      where newest.created_at >= ${since} and begun.at >= newest.created_at
    )
    select platform, greatest(1, round(percentile_cont(0.5) within group (order by seconds)))::int as seconds,
      count(*)::int as orders
    from started join services on services.id = service_id
    group by platform having count(*) >= ${ORDERS_MIN}
    order by platform`.execute(db)
  return rows
}
