import { sql } from 'kysely'
import * as z from 'zod/mini'

import { delivery, type Delivery, DELIVERY_ORDERS_MAX } from '#contract/catalogue/delivery.ts'
import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { makeSliceCounter, type Slice } from '#server/modules/reports/counting/count-slices.ts'

import { measureDelivery, type Run } from './measure-delivery.ts'
import { countOutcomes, endings } from './service-outcomes.ts'

/** Updates services' delivery times from the orders' timelines, and once an hour the catalogue with them. */
export function makeDeliveryCounter(
  ctx: Context,
  options: { firstMs?: number } = {},
): () => Promise<false | number> {
  const count = makeSliceCounter(ctx, { progress: 'delivery_progress', count: countDeliveries, ...options })
  return async () => {
    const rest = await count()
    if (rest === false) await showDeliveries(ctx)
    return rest
  }
}

/** At most once an hour, so that the cached catalogue does not change with every order. */
export async function showDeliveries(ctx: Context): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    if (await showInCatalogue(tx)) publish({ topic: 'catalogue' })
  })
}

/** Adds the orders that ended in a slice to each service's last ones, exactly once: in the tx that moves the progress. */
export async function countDeliveries(tx: Tx, slice: Slice): Promise<void> {
  await countOutcomes(tx, slice)
  const completed = Map.groupBy(await listCompleted(tx, slice), ({ service_id: id }) => id)
  if (completed.size === 0) return
  const known = await listRuns(tx, [...completed.keys()])
  await saveDeliveries(
    tx,
    [...completed].map(([serviceId, more]) => {
      const runs = [...(known.get(serviceId) ?? []), ...more.map(toRun)].slice(-DELIVERY_ORDERS_MAX)
      return { serviceId, runs, delivery: measureDelivery(runs) }
    }),
  )
}

function toRun({ quantity, begins, ends }: Run): Run {
  return { quantity, begins, ends }
}

/** How long a service's orders take; undefined below ten completed ones. */
export async function readDelivery({ db }: Context, serviceId: number): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom('delivery_times')
    .select('delivery')
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  // Written by this code, possibly in another version.
  return z.safeParse(delivery, row?.delivery).data
}

/**
 * The orders completed in the slice: the last ones of each service, oldest first. An order begins when its first unit
 * is delivered, or else when it is in progress; unknown for orders that were in progress before deliveries were
 * sampled. An index by time finds the slice's rows, and each join follows keys from those.
 */
export async function listCompleted(
  tx: Tx,
  { from, until }: Slice,
): Promise<(Run & { service_id: number })[]> {
  const { rows } = await sql<Run & { service_id: number }>`
    with ended as materialized (
      select user_id, order_id, id, created_at from order_events
      where type = 'status' and details ->> 'to' = 'COMPLETED' and created_at >= ${from} and created_at < ${until}
        and not exists (
          select from order_events earlier
          where earlier.user_id = order_events.user_id and earlier.order_id = order_events.order_id
            and earlier.id < order_events.id and earlier.type = 'status' and earlier.details ->> 'to' in ${endings})
    ), ran as (
      select orders.service_id, orders.quantity, ended.created_at, ended.id,
        extract(epoch from ended.created_at - orders.created_at) as ends,
        coalesce(orders.samples[1], extract(epoch from begun.created_at - orders.created_at)) as begins,
        orders.samples is not null and orders.created_at < samples_since
          and coalesce(begun.created_at < samples_since, true) as was_under_way
      from ended join orders on orders.user_id = ended.user_id and orders.id = ended.order_id
      cross join (select samples_since from delivery_progress) progress
      left join lateral (
        select begun.created_at from order_events begun
        where begun.user_id = orders.user_id and begun.order_id = orders.id and begun.id < ended.id
          and begun.type = 'status' and begun.details ->> 'to' = 'PROCESSING'
        order by begun.id limit 1
      ) begun on true
    ), numbered as (
      select ran.*, row_number() over (partition by service_id order by created_at desc, id desc) as ago from ran
    )
    select service_id, quantity, least(2147483647, greatest(0, ends))::int as ends,
      case when not was_under_way then least(2147483647, greatest(0, least(ends, coalesce(begins, ends))))::int end as begins
    from numbered where ago <= ${DELIVERY_ORDERS_MAX} order by service_id, created_at, id`.execute(tx)
  return rows
}

async function listRuns(tx: Tx, serviceIds: readonly number[]): Promise<Map<number, Run[]>> {
  const rows = await tx
    .selectFrom('delivery_times')
    .select(['service_id', 'quantities', 'begins', 'ends'])
    .where('service_id', 'in', serviceIds)
    .execute()
  return new Map(
    rows.map(({ service_id: id, quantities, begins, ends }) => [
      id,
      quantities.map((quantity, at) => ({ quantity, begins: begins[at] ?? null, ends: ends[at] ?? 0 })),
    ]),
  )
}

type Measured = { serviceId: number; runs: readonly Run[]; delivery: Delivery | undefined }

async function saveDeliveries(tx: Tx, measured: readonly Measured[]): Promise<void> {
  const rows = measured.map(({ serviceId, runs, delivery: predicted }) => ({
    service_id: serviceId,
    quantities: runs.map(({ quantity }) => quantity),
    begins: sql<number[]>`${runs.map(({ begins }) => begins)}::int[]`,
    ends: runs.map(({ ends }) => ends),
    delivery: predicted === undefined ? null : JSON.stringify(predicted),
  }))
  await tx
    .insertInto('delivery_times')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('service_id').doUpdateSet(({ ref }) => ({
        quantities: ref('excluded.quantities'),
        begins: ref('excluded.begins'),
        ends: ref('excluded.ends'),
        delivery: ref('excluded.delivery'),
      })),
    )
    .execute()
}

/**
 * Updates the delivery times that the catalogue shows, at most once an hour. Answers whether any changed. Waits until
 * counting has reached the last hour: otherwise old orders would be shown for an hour.
 */
async function showInCatalogue(tx: Tx): Promise<boolean> {
  const { numUpdatedRows: turns } = await tx
    .updateTable('delivery_progress')
    .set({ shown_at: sql`now()` })
    .where('counted_until', '>=', sql<Date>`now() - interval '1 hour'`)
    .where((is) =>
      is.or([is('shown_at', 'is', null), is('shown_at', '<=', sql<Date>`now() - interval '1 hour'`)]),
    )
    .executeTakeFirstOrThrow()
  if (turns === 0n) return false
  const { numUpdatedRows: changed } = await tx
    .updateTable('delivery_times')
    .set({
      shown_seconds: sql`(delivery ->> 'median_seconds')::int`,
      shown_orders: sql`(delivery ->> 'orders')::int`,
    })
    .where(
      sql<boolean>`(shown_seconds, shown_orders) is distinct from
        ((delivery ->> 'median_seconds')::int, (delivery ->> 'orders')::int)`,
    )
    .executeTakeFirstOrThrow()
  return changed > 0n
}
