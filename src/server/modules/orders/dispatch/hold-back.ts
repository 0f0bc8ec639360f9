import { type Kysely, sql } from 'kysely'

import { giveUpFirstCharge } from '#server/modules/catalogue/charges/first-charges.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { notifyStaff } from '#server/modules/messaging/notifications/notify-staff.ts'
import type { Cluster } from '#server/lib/postgres/cluster.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { awaitsFirstCharge } from '#server/modules/orders/state/queue-queries.ts'
import { replaceOpenReview } from '#server/modules/orders/state/review-queries.ts'

const BATCH = 500
/**
 * The first charge releases waiting orders; this interval is for those released by changed supply settings or failed
 * attempts.
 */
const LOOK_AGAIN_SECONDS = 20
const CHARGE_WITHIN_SECONDS = 1_800

/**
 * Postpones due orders whose supply has sent as many as it may before its first charge is read, so that they block
 * no other order. Staff see why. Returns whether there were any.
 */
export async function holdBack(
  ctx: Context,
  part: { providerId: number; after: Date | undefined },
): Promise<boolean> {
  const held =
    ctx.cluster === undefined ? holdBackRows(ctx.db, part) : holdBackByShard(ctx.db, ctx.cluster, part)
  return (await held) > 0
}

/** Makes the orders that waited for the supply's first charge due. */
export async function endHoldingBack(
  tx: Tx,
  publish: Publish,
  { providerId, supplyId }: { providerId: number; supplyId: number },
): Promise<void> {
  if (await sendHeldBack(tx, supplyId)) publish({ topic: 'dispatch', providerId })
}

/**
 * For providers that never report a charge: after a while orders are sent without it, and staff are notified. When
 * the waiting orders were canceled meanwhile, nothing was learned and the next orders wait as well.
 */
export async function giveUpFirstCharges(ctx: Context): Promise<false> {
  const overdue = await listOverdueFirstCharges(ctx.db, CHARGE_WITHIN_SECONDS)
  for (const [providerId, supplies] of Map.groupBy(overdue, ({ provider_id: id }) => id))
    await transact(ctx, async (tx, publish) => {
      let services = 0
      for (const { supply_id: supplyId, is_waiting: isWaiting } of supplies) {
        if (isWaiting && (await giveUpFirstCharge(tx, supplyId))) services += 1
        await endHoldingBack(tx, publish, { providerId, supplyId })
      }
      const [first] = supplies
      if (services === 0 || first === undefined) return
      const details = { provider_id: providerId, provider: first.provider, services }
      await notifyStaff(tx, publish, { needs: 'providers', code: 'provider_charges_missing', details })
    })
  return false
}

/**
 * SQL: each order of the CTE `waiting` (user_id, order_id, due_at, first_of, cost) with its position and the count
 * and cost of orders its supply has sent since its first charge is awaited. `first_of` is the supply, null when no
 * charge is awaited. Unknown attempts do not count.
 */
export const countedOfWaiting = `
  select counted.*, first_orders, first_cost, coalesce(sent.orders, 0) as sent_orders, coalesce(sent.cost, 0) as sent_cost
  from (
    select waiting.*, row_number() over mine as nth, sum(cost) over mine as running from waiting
    window mine as (partition by first_of order by due_at, order_id)
  ) counted
  left join (
    select first.id, first_orders, first_cost, count(tried.supply_id) as orders, sum(tried.cost) as cost
    from (select distinct first_of as id from waiting where first_of is not null) first
    join supplies using (id) join providers on providers.id = supplies.provider_id
    left join order_attempts tried on tried.supply_id = supplies.id and tried.started_at >= first_charge_since
      and tried.state in ('sending', 'accepted')
    group by first.id, first_orders, first_cost
  ) sent on sent.id = first_of`

/** For each of these supplies that awaits its first charge: what it has sent since, and what it may send. */
export async function countSent(
  db: Kysely<DB>,
  supplyIds: readonly number[],
): Promise<Map<number, { orders: number; cost: bigint; first_orders: number; first_cost: bigint }>> {
  if (supplyIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    orders: number
    cost: bigint
    first_orders: number
    first_cost: bigint
  }>`
with sent as (
  select tried.supply_id, count(*)::int as orders, sum(tried.cost)::bigint as cost
  from order_attempts tried join supplies on supplies.id = tried.supply_id and tried.started_at >= first_charge_since
  where tried.supply_id = any(${[...new Set(supplyIds)]}::int[]) and tried.state in ('sending', 'accepted')
  group by tried.supply_id
)
select supplies.id, coalesce(sent.orders, 0) as orders, coalesce(sent.cost, 0)::bigint as cost, first_orders, first_cost
from supplies join providers on providers.id = supplies.provider_id and ${sql.raw(awaitsFirstCharge)}
left join sent on sent.supply_id = supplies.id
where supplies.id = any(${[...new Set(supplyIds)]}::int[])`.execute(db)
  return new Map(rows.map(({ id, ...sent }) => [id, sent]))
}

/** SQL on `orders` and `supplies`: the cost of an order by its supply's rate, in units. */
export const costOfOrder = `trunc(least(case when service_type in ('Package', 'Custom Comments Package') then cost_rate
      else cost_rate::numeric * quantity / 1000 end, 999999999999999))::bigint`

type Part = { providerId: number; after: Date | undefined }
type Waiting = { user_id: number; order_id: bigint; due_at: Date; first_of: number; cost: bigint }

/** The provider's due orders of supplies whose first charge is awaited. */
const waitingOf = ({ providerId, after }: Part) => sql<Waiting>`
  select entry.user_id, entry.order_id, entry.due_at, supplies.id as first_of, ${sql.raw(costOfOrder)} as cost
  from dispatch_queue entry join supplies on supplies.id = entry.supply_id
  join providers on providers.id = entry.provider_id and ${sql.raw(awaitsFirstCharge)}
  join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
  where entry.provider_id = ${providerId} and entry.token is null and entry.due_at <= now()
    and entry.due_at >= coalesce(${after ?? null}::timestamptz, '-infinity')
  order by entry.due_at limit ${BATCH}`

const waitsForCharge = replaceOpenReview({ code: 'first_charge_awaited', details: {} })

/**
 * The same on a cluster: each shard's orders are postponed by a separate statement. The supplies are recorded first:
 * postponed orders without a record would not become due with the first charge.
 */
async function holdBackByShard(db: Kysely<DB>, cluster: Cluster, part: Part): Promise<number> {
  const { rows: waiting } = await waitingOf(part).execute(db)
  const sent = await countSent(
    db,
    waiting.map(({ first_of: id }) => id),
  )
  const beyond = waiting.filter(({ first_of: id, cost }) => {
    const own = sent.get(id)
    return own !== undefined && (own.orders >= own.first_orders || own.cost + cost > own.first_cost)
  })
  const supplies = [...new Set(beyond.map(({ first_of: id }) => id))]
  if (supplies.length > 0)
    await db
      .insertInto('held_back_supplies')
      .values(supplies.map((id) => ({ supply_id: id, provider_id: part.providerId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const own of cluster.byShard(beyond, ({ user_id: userId }) => userId)) {
    const users = sql`${own.map(({ user_id: userId }) => userId)}::int[]`
    const asked = sql`unnest(${users}, ${own.map(({ order_id: id }) => id)}::bigint[]) as asked (user_id, order_id)`
    await sql`
update dispatch_queue entry set due_at = now() + make_interval(secs => ${LOOK_AGAIN_SECONDS}) from ${asked}
where entry.user_id = any(${users}) and entry.user_id = asked.user_id and entry.order_id = asked.order_id and token is null`.execute(
      db,
    )
    await sql`
update orders set review_code = ${waitsForCharge.review_code}, review_details = ${waitsForCharge.review_details}
from ${asked} join dispatch_queue entry on entry.user_id = asked.user_id and entry.order_id = asked.order_id
where orders.user_id = any(${users}) and entry.user_id = any(${users}) and orders.user_id = asked.user_id
  and orders.id = asked.order_id and entry.token is null and orders.review_code is distinct from 'first_charge_awaited'`.execute(
      db,
    )
  }
  return beyond.length
}

/** Postpones the orders beyond the limit; returns their number. */
async function holdBackRows(db: Kysely<DB>, part: Part): Promise<number> {
  const { rows } = await sql`
with waiting as materialized (${waitingOf(part)}
), full_ones as materialized (
  select * from (${sql.raw(countedOfWaiting)}) counted
  where sent_orders >= first_orders or sent_cost + cost > first_cost
), held as (
  update dispatch_queue entry set due_at = now() + make_interval(secs => ${LOOK_AGAIN_SECONDS})
  from full_ones
  where entry.user_id = full_ones.user_id and entry.order_id = full_ones.order_id and entry.token is null
  returning entry.user_id, entry.order_id, entry.supply_id, entry.provider_id
), noted as (
  insert into held_back_supplies (supply_id, provider_id) select distinct supply_id, provider_id from held
  on conflict do nothing
), flagged as (
  update orders set review_code = ${waitsForCharge.review_code}, review_details = ${waitsForCharge.review_details}
  from held
  where orders.user_id = held.user_id and orders.id = held.order_id
    and orders.review_code is distinct from 'first_charge_awaited'
)
select from held`.execute(db)
  return rows.length
}

/** Makes all of them due, oldest first. Returns whether any waited. */
async function sendHeldBack(tx: Tx, supplyId: number): Promise<boolean> {
  const cluster = clusterOf(tx)
  if (cluster !== undefined) return sendHeldBackByShard(tx, cluster, supplyId)
  const { rows } = await sql`
with ended as (
  delete from held_back_supplies where supply_id = ${supplyId} returning supply_id, provider_id
), waiting as (
  select entry.user_id, entry.order_id, row_number() over (order by entry.order_id) as nth
  from ended join dispatch_queue entry on entry.provider_id = ended.provider_id and entry.supply_id = ended.supply_id
  join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
  where entry.token is null and entry.due_at > now() and orders.review_code = 'first_charge_awaited'
), sent as (
  update dispatch_queue entry set due_at = now() + nth * interval '1 microsecond'
  from waiting where entry.user_id = waiting.user_id and entry.order_id = waiting.order_id and entry.token is null
)
select from ended`.execute(tx)
  return rows.length > 0
}

/** The same on a cluster, where all become due at the same time, with a separate statement per shard. */
async function sendHeldBackByShard(tx: Tx, cluster: Cluster, supplyId: number): Promise<boolean> {
  const ended = await tx
    .deleteFrom('held_back_supplies')
    .where('supply_id', '=', supplyId)
    .returning('provider_id')
    .executeTakeFirst()
  if (ended === undefined) return false
  const { rows: waiting } = await sql<{ user_id: number; order_id: bigint }>`
select entry.user_id, entry.order_id
from dispatch_queue entry join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
where entry.provider_id = ${ended.provider_id} and entry.supply_id = ${supplyId} and entry.token is null
  and entry.due_at > now() and orders.review_code = 'first_charge_awaited'`.execute(tx)
  for (const own of cluster.byShard(waiting, ({ user_id: userId }) => userId)) {
    const users = sql`${own.map(({ user_id: userId }) => userId)}::int[]`
    await sql`
update dispatch_queue entry set due_at = now()
from unnest(${users}, ${own.map(({ order_id: id }) => id)}::bigint[]) as asked (user_id, order_id)
where entry.user_id = any(${users}) and entry.user_id = asked.user_id and entry.order_id = asked.order_id
  and entry.supply_id = ${supplyId} and entry.token is null and entry.due_at > now()`.execute(tx)
  }
  return true
}

type OverdueFirstCharge = {
  supply_id: number
  provider_id: number
  provider: string
  /** An order still waits for it. */
  is_waiting: boolean
}

/**
 * Supplies with waiting orders whose first order was accepted, or has waited, more than `seconds` ago since the charge
 * is awaited. Excludes providers with a charge hold, which staff already know.
 */
async function listOverdueFirstCharges(db: Kysely<DB>, seconds: number): Promise<OverdueFirstCharge[]> {
  if (clusterOf(db) !== undefined) return listOverdueOfAllShards(db, seconds)
  const { rows } = await sql<OverdueFirstCharge>`
select held.supply_id, held.provider_id, providers.name as provider, exists (
    select from dispatch_queue entry join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
    where entry.provider_id = held.provider_id and entry.supply_id = held.supply_id and entry.token is null
      and orders.review_code = 'first_charge_awaited') as is_waiting
from held_back_supplies held join supplies on supplies.id = held.supply_id
join providers on providers.id = held.provider_id
where charge_hold is null and least(greatest(held.since, first_charge_since), (
    select min(finished_at) from order_attempts
    where supply_id = held.supply_id and started_at >= first_charge_since and state = 'accepted'))
  < now() - make_interval(secs => ${seconds})
order by held.since limit 500`.execute(db)
  return rows
}

/** The same on a cluster, where a subquery can't query all shards for each row. */
async function listOverdueOfAllShards(db: Kysely<DB>, seconds: number): Promise<OverdueFirstCharge[]> {
  const { rows: held } = await sql<{ supply_id: number }>`select supply_id from held_back_supplies`.execute(
    db,
  )
  if (held.length === 0) return []
  const { rows: taken } = await sql<{ supply_id: number }>`
select tried.supply_id from order_attempts tried join supplies on supplies.id = tried.supply_id
where tried.supply_id = any(${held.map(({ supply_id: id }) => id)}::int[]) and tried.state = 'accepted'
  and tried.started_at >= first_charge_since and tried.finished_at < now() - make_interval(secs => ${seconds})
group by tried.supply_id`.execute(db)
  const { rows: overdue } = await sql<Omit<OverdueFirstCharge, 'is_waiting'>>`
select held.supply_id, held.provider_id, providers.name as provider
from held_back_supplies held join supplies on supplies.id = held.supply_id
join providers on providers.id = held.provider_id
where charge_hold is null and (greatest(held.since, first_charge_since) < now() - make_interval(secs => ${seconds})
  or held.supply_id = any(${taken.map(({ supply_id: id }) => id)}::int[]))
order by held.since limit 500`.execute(db)
  const { rows: waiting } = await sql<{ supply_id: number }>`
select entry.supply_id
from dispatch_queue entry join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
where entry.provider_id = any(${overdue.map(({ provider_id: id }) => id)}::int[])
  and entry.supply_id = any(${overdue.map(({ supply_id: id }) => id)}::int[])
  and entry.token is null and orders.review_code = 'first_charge_awaited'
group by entry.supply_id`.execute(db)
  const waitingIds = new Set(waiting.map(({ supply_id: id }) => id))
  return overdue.map((one) => ({ ...one, is_waiting: waitingIds.has(one.supply_id) }))
}
