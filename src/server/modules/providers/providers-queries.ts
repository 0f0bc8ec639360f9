import { type Kysely, sql, type Updateable } from 'kysely'

import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB, Providers } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panels/panel.ts'

/** Counted up to this number. */
const WAITING_MAX = 100

/** With the number of services, of queued orders, and the call figures of the last 24 hours. */
function selectProviders(db: Kysely<DB>) {
  return db
    .selectFrom('providers')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('provider_calls')
          .select([
            sql<number>`coalesce(sum(calls), 0)::int`.as('calls'),
            sql<number>`coalesce(sum(failures), 0)::int`.as('call_failures'),
            sql<number | null>`round(sum(milliseconds) / nullif(sum(calls), 0))::int`.as('call_average'),
            sql<number | null>`max(slowest)`.as('call_slowest'),
          ])
          .whereRef('provider_id', '=', 'providers.id')
          .where('hour', '>', sql<Date>`now() - interval '1 day'`)
          .as('called'),
      (join) => join.onTrue(),
    )
    .leftJoin(
      (query) =>
        query
          .selectFrom('supplies')
          .innerJoin('services', 'services.id', 'supplies.service_id')
          .where('services.deleted_at', 'is', null)
          .groupBy('supplies.provider_id')
          .select(['supplies.provider_id', sql<number>`count(*)::int`.as('services_count')])
          .select(
            sql<number>`(count(*) filter (where supplies.is_active and services.is_active and not services.below_cost
              and supplies.cost_rate > services.rate))::int`.as('below_cost_count'),
          )
          .as('supplied'),
      (join) => join.onRef('supplied.provider_id', '=', 'providers.id'),
    )
    .selectAll('providers')
    .select(['calls', 'call_failures', 'call_average', 'call_slowest', 'services_count', 'below_cost_count'])
    .select(
      sql<number>`(select count(*)::int from held_back_supplies where provider_id = providers.id)`.as(
        'held_back_count',
      ),
    )
    .select((clusterOf(db) === undefined ? waitingCount : sql<number>`0`).as('waiting_count'))
}

const waitingCount = sql<number>`(select count(*)::int from (
  select 1 from dispatch_queue where provider_id = providers.id and token is null limit ${WAITING_MAX}) waiting)`

/** On a cluster the queue is stored with the customers: each shard counts its own. */
async function withWaiting<Row extends { id: number; waiting_count: number }>(
  db: Kysely<DB>,
  rows: Row[],
): Promise<Row[]> {
  if (clusterOf(db) === undefined) return rows
  const { rows: counts } = await sql<{ id: number; waiting: number }>`
    select provider_id as id, least(${WAITING_MAX}, count(*))::int as waiting from dispatch_queue
    where token is null and provider_id = any(${rows.map(({ id }) => id)}::int[]) group by provider_id`.execute(
    db,
  )
  const waiting = new Map(counts.map((one) => [one.id, one.waiting]))
  return rows.map((row) => ({ ...row, waiting_count: waiting.get(row.id) ?? 0 }))
}

export type ProviderRow = Awaited<ReturnType<typeof listProviderRows>>[number]

export async function listProviderRows(db: Kysely<DB>) {
  return withWaiting(db, await selectProviders(db).orderBy('id').execute())
}

export async function findProviderRow(db: Kysely<DB>, id: number): Promise<ProviderRow | undefined> {
  const [row] = await withWaiting(db, await selectProviders(db).where('id', '=', id).execute())
  return row
}

/** Everything needed to call it, including the sealed key. */
export function findAccountRow(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('providers')
    .select(['id', 'slug', 'name', 'api_url', 'key_ciphertext', 'currency', 'usd_per_unit', 'rate_per'])
    .select(['is_enabled', 'is_sandbox', 'sending_stopped_at', 'calls_at_once', 'calls_per_second'])
    .select(['reading_failures', 'reading_error', 'sending_failures', 'sending_unknowns', 'refuses_us'])
    .select(['balance_currency', 'is_currency_settled', 'sync_policy', 'sync_hours', 'balance_low'])
    .select(['has_trusted_costs', 'first_orders', 'first_cost', 'charge_hold'])
    .select(perCall('orders_per_call').as('orders_per_call'))
    .select(perCall('refills_per_call').as('refills_per_call'))
    .select(
      sql<number | null>`extract(epoch from reading_paused_until - now())::float8`.as(
        'reading_pause_seconds',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

/** As learned within the last day, else the protocol's maximum. */
function perCall(column: 'orders_per_call' | 'refills_per_call') {
  return sql<number>`case when per_call_at > (select now() - interval '1 day') then ${sql.ref(column)} else ${PANEL_IDS_MAX} end`
}

export async function storeIdsPerCall(
  db: Kysely<DB>,
  providerId: number,
  learned: { orders_per_call?: number; refills_per_call?: number },
): Promise<void> {
  await sql`
update providers set per_call_at = now(),
  orders_per_call = coalesce(${learned.orders_per_call ?? null}, ${perCall('orders_per_call')}),
  refills_per_call = coalesce(${learned.refills_per_call ?? null}, ${perCall('refills_per_call')})
where id = ${providerId}`.execute(db)
}

/** The columns that a change is based on. */
export function findProviderToChange(tx: Tx, id: number) {
  return selectProviderToChange(tx, id).executeTakeFirst()
}

/**
 * Like `findProviderToChange`, locked until the tx ends. `for no key update`: a stronger lock would block placing
 * orders, whose queue entries refer to the provider.
 */
export function lockProvider(tx: Tx, id: number) {
  return selectProviderToChange(tx, id).forNoKeyUpdate().executeTakeFirst()
}

function selectProviderToChange(tx: Tx, id: number) {
  return tx
    .selectFrom('providers')
    .select(['slug', 'api_url', 'key_ciphertext', 'is_enabled', 'is_sandbox', 'currency', 'usd_per_unit'])
    .select(['rate_per', 'first_orders'])
    .where('id', '=', id)
}

export async function changeProvider(
  db: Kysely<DB>,
  id: number,
  change: Updateable<Providers>,
): Promise<void> {
  await db.updateTable('providers').set(change).where('id', '=', id).execute()
}

/** The terms that costs are converted with. */
export function findTerms(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('providers')
    .select(['currency', 'usd_per_unit', 'rate_per', 'is_currency_settled'])
    .where('id', '=', id)
    .executeTakeFirst()
}
