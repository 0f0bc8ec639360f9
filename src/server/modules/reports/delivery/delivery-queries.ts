import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'

import { delivery, type Delivery, DELIVERY_ORDERS_MAX } from '#contract/catalogue/delivery.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Slice } from '#server/modules/reports/counting/count-slices.ts'

import type { Run } from './measure-delivery.ts'

/** What an order's way ends in: a completion after that is one of a refill. */
const endings = sql`('COMPLETED', 'PARTIAL', 'CANCELED', 'REFUNDED', 'FAILED')`

/**
 * The orders that were completed in the slice, of each service the last ones, oldest first. An order begins when it is
 * said to be under way, or when the first of it is delivered; of one that was under way before deliveries were sampled
 * (0109) nobody knows. What finds the slice's rows is an index by time; each join is a walk through keys from those.
 */
export async function listCompleted(
  tx: Tx,
  { from, until }: Slice,
): Promise<(Run & { service_id: number })[]> {
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(tx)
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
        where begun.user_id = ended.user_id and begun.order_id = ended.order_id and begun.id < ended.id
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

export async function listKept(tx: Tx, serviceIds: readonly number[]): Promise<Map<number, Run[]>> {
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

export type Measured = { serviceId: number; runs: readonly Run[]; delivery: Delivery | undefined }

export async function keepMeasured(tx: Tx, measured: readonly Measured[]): Promise<void> {
  const rows = measured.map(({ serviceId, runs, delivery: told }) => ({
    service_id: serviceId,
    quantities: runs.map(({ quantity }) => quantity),
    begins: sql<number[]>`${runs.map(({ begins }) => begins)}::int[]`,
    ends: runs.map(({ ends }) => ends),
    delivery: told === undefined ? null : JSON.stringify(told),
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

export async function findDelivery(db: Kysely<DB>, serviceId: number): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom('delivery_times')
    .select('delivery')
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  // Written by this code, perhaps by another version of it.
  return z.safeParse(delivery, row?.delivery).data
}

/**
 * Has the catalogue say what is known by now, where that was not done within the hour. Answers whether it says anything
 * else than before. Where it is not counted to the last hour yet (from the beginning, or by another process, which then
 * leaves nothing to count here), what is known are a service's orders of long ago: that would be said for an hour.
 */
export async function showMeasured(tx: Tx): Promise<boolean> {
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
