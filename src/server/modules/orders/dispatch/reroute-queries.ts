import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { nextSupplyOfOrder, takesOrders } from '#server/modules/orders/state/queue-queries.ts'
import { replaceOpenReview } from '#server/modules/orders/state/review-queries.ts'

/** Changes whenever a service or supply changes, or a provider starts or stops taking orders. */
export async function findRoutesVersion(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
select (select version from catalogue_version) || coalesce(string_agg(
  ' ' || id || case when ${sql.raw(takesOrders)} then '' else ' closed' end, '' order by id), '') as version
from providers`.execute(db)
  return rows[0]?.version ?? ''
}

/** A provider that takes no orders now, and its supplies whose orders might move. */
export type ClosedProvider = { provider_id: number; is_enabled: boolean; supply_ids: number[] }

export async function listClosedProviders(db: Kysely<DB>): Promise<ClosedProvider[]> {
  const { rows } = await sql<ClosedProvider>`
with closed as materialized (
  select id, is_enabled from providers where not ${sql.raw(takesOrders)}
)
select here.provider_id, closed.is_enabled, array_agg(here.id) as supply_ids
from closed join supplies here on here.provider_id = closed.id
where not closed.is_enabled or exists (
  select from supplies other join providers on providers.id = other.provider_id
  where other.service_id = here.service_id and other.is_active and other.provider_id <> here.provider_id
    and ${sql.raw(takesOrders)})
group by here.provider_id, closed.is_enabled`.execute(db)
  return rows
}

export type QueuedKey = { user_id: number; order_id: bigint }
export type RerouteCandidate = QueuedKey & { due_at: Date; can_move: boolean }

/**
 * The next due entries at an unavailable provider, with whether another provider can take them. From a disabled
 * provider each moves, and waits for a supply when there is no other.
 */
export async function listDueAtClosed(
  ctx: Rerouting,
  {
    closed,
    after,
    limit,
  }: {
    closed: ClosedProvider
    after: Pick<RerouteCandidate, 'due_at' | 'order_id'> | undefined
    limit: number
  },
): Promise<RerouteCandidate[]> {
  const from = sql`coalesce(${after?.due_at ?? null}::timestamptz, '-infinity')`
  const { rows } = await sql<QueuedKey & { due_at: Date }>`
select user_id, order_id, due_at from dispatch_queue
where provider_id = ${closed.provider_id} and token is null and due_at <= now() and supply_id = any(${closed.supply_ids})
  and due_at >= ${from} and (due_at, order_id) > (${from}, ${after?.order_id ?? 0n}::bigint)
order by due_at, order_id limit ${limit}`.execute(ctx.db)
  const movable = closed.is_enabled ? await findMovable(ctx, rows, { toOpen: true }) : undefined
  return rows.map((row) => ({ ...row, can_move: movable?.has(row.order_id) ?? true }))
}

type Rerouting = Pick<Context, 'db' | 'cluster'>

/** The entries that a supply can take; `toOpen`: at a provider that takes orders now. */
async function findMovable(
  ctx: Rerouting,
  queued: readonly QueuedKey[],
  { toOpen }: { toOpen: boolean },
): Promise<Set<bigint>> {
  const movable = new Set<bigint>()
  for (const { asked, customers, onShard } of partsOf(ctx, queued)) {
    const next = sql.raw(nextSupplyOfOrder(customers))
    const { rows } = await sql<{ order_id: bigint }>`
select orders.id as order_id from ${asked} join orders on orders.user_id = queued.user_id and orders.id = queued.order_id
where ${onShard('orders')} exists (
  select from (${next}) next join providers on providers.id = next.provider_id
  where ${toOpen ? sql.raw(takesOrders) : sql`true`})`.execute(ctx.db)
    for (const { order_id } of rows) movable.add(order_id)
  }
  return movable
}

/** The rows of `asked`, as a table `queued` (user_id, order_id). On a cluster in parts of one shard, selected by `onShard`. */
function partsOf({ cluster }: Rerouting, queued: readonly QueuedKey[]) {
  const parts = cluster?.byShard(queued, ({ user_id }) => user_id) ?? (queued.length === 0 ? [] : [queued])
  return parts.map((part) => {
    const users = part.map(({ user_id }) => user_id)
    return {
      asked: sql`unnest(${users}::int[], ${part.map(({ order_id }) => order_id)}::bigint[]) as queued (user_id, order_id)`,
      customers: cluster === undefined ? undefined : [...new Set(users)],
      onShard: (table: string) =>
        cluster === undefined ? sql`` : sql`${sql.ref(`${table}.user_id`)} = any(${users}::int[]) and`,
    }
  })
}

/** Due entries without a provider: no supply was searched yet, or not since they returned to the queue. */
export async function listDueNowhere(db: Kysely<DB>, limit: number): Promise<QueuedKey[]> {
  const { rows } = await sql<QueuedKey>`
select user_id, order_id from dispatch_queue
where provider_id is null and token is null and due_at <= now() order by due_at limit ${limit}`.execute(db)
  return rows
}

/** The next entries that had no supply at the last check, with whether there is one now. */
export async function listUnsupplied(
  ctx: Rerouting,
  { after, limit }: { after: bigint; limit: number },
): Promise<(QueuedKey & { can_move: boolean })[]> {
  const { rows } = await sql<QueuedKey>`
select user_id, order_id from dispatch_queue
where provider_id is null and token is null and due_at is null and order_id > ${after}
order by order_id limit ${limit}`.execute(ctx.db)
  const movable = await findMovable(ctx, rows, { toOpen: false })
  return rows.map((row) => ({ ...row, can_move: movable.has(row.order_id) }))
}

/**
 * Moves each to its current first supply. Without one it waits without provider and due time, and staff see why.
 * Returns the providers that got some.
 */
export async function rerouteRows(ctx: Rerouting, queued: readonly QueuedKey[]): Promise<number[]> {
  const moved: number[] = []
  for (const part of partsOf(ctx, queued)) moved.push(...(await reroutePart(ctx.db, part)))
  return [...new Set(moved)]
}

async function reroutePart(
  db: Kysely<DB>,
  { asked, customers, onShard }: ReturnType<typeof partsOf>[number],
): Promise<number[]> {
  // These codes have no details.
  const none = replaceOpenReview({ code: 'no_provider', details: {} })
  const tooExpensive = replaceOpenReview({ code: 'cost_above_price', details: {} })
  const ended = replaceOpenReview(null)
  const { rows } = await sql<{ provider_id: number }>`
with chosen as materialized (
  select queued.*, next.supply_id, next.provider_id, case when next.supply_id is not null then now() end as next_due_at,
    -- The supply now costs more than was paid: staff decide, or the cost falls.
    next.supply_id is null and exists (
      select from supplies join providers on providers.id = supplies.provider_id
      where supplies.service_id = orders.service_id and supplies.is_active and providers.is_enabled
        and supplies.cost_rate > orders.rate)
      and not (select by_hand from services where services.id = orders.service_id) as is_too_expensive
  from ${asked} join orders on ${onShard('orders')} orders.user_id = queued.user_id and orders.id = queued.order_id
  left join lateral (${sql.raw(nextSupplyOfOrder(customers))}) next on true
), moved as (
  update dispatch_queue entry
  set supply_id = chosen.supply_id, provider_id = chosen.provider_id,
    -- Due now: older entries than the provider's oldest are only searched once a minute.
    due_at = chosen.next_due_at
  from chosen
  where ${onShard('entry')} entry.user_id = chosen.user_id and entry.order_id = chosen.order_id and entry.token is null
    and (entry.supply_id is distinct from chosen.supply_id or entry.supply_id is null and entry.due_at is not null)
  returning entry.user_id, entry.order_id, entry.provider_id, chosen.is_too_expensive
), flagged as (
  update orders set review_code = ${none.review_code}, review_details = ${none.review_details}
  from moved
  where ${onShard('orders')} orders.user_id = moved.user_id and orders.id = moved.order_id and moved.provider_id is null and not is_too_expensive
    and orders.review_code is distinct from 'no_provider'
), flagged_expensive as (
  update orders set review_code = ${tooExpensive.review_code}, review_details = ${tooExpensive.review_details}
  from moved
  where ${onShard('orders')} orders.user_id = moved.user_id and orders.id = moved.order_id and is_too_expensive
    and orders.review_code is distinct from 'cost_above_price'
), resolved as (
  update orders set review_code = ${ended.review_code}, review_details = ${ended.review_details}
  from moved
  where ${onShard('orders')} orders.user_id = moved.user_id and orders.id = moved.order_id and moved.provider_id is not null
    and orders.review_code = 'cost_above_price'
)
select distinct provider_id from moved where provider_id is not null`.execute(db)
  return rows.map(({ provider_id }) => provider_id)
}
