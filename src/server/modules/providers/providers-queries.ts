import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'

import type { DB, Providers } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { PANEL_IDS_MAX } from '#server/integrations/panels/read-panel.ts'

/** Of more it is enough to know that it is more. */
const WAITING_MAX = 100

/** With what is on the catalogue from there, what waits for being sent, and how it answered in the last 24 hours. */
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
    .selectAll()
    .select(
      sql<bigint>`(select count(*) from supplies join services on services.id = supplies.service_id
        where supplies.provider_id = providers.id and supplies.is_active and services.is_active
          and services.deleted_at is null and not services.below_cost and supplies.cost_rate > services.rate)`.as(
        'below_cost_count',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from held_back_supplies where provider_id = providers.id)`.as(
        'held_back_count',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from (
        select from dispatch_queue where provider_id = providers.id and token is null limit ${WAITING_MAX}) waiting)`.as(
        'waiting_count',
      ),
    )
    .select(
      sql<bigint>`(select count(*) from supplies join services on services.id = supplies.service_id
        where supplies.provider_id = providers.id and services.deleted_at is null)`.as('services_count'),
    )
}

export type ProviderRow = Awaited<ReturnType<typeof listProviderRows>>[number]

export function listProviderRows(db: Kysely<DB>) {
  return selectProviders(db).orderBy('id').execute()
}

export function findProviderRow(db: Kysely<DB>, id: number): Promise<ProviderRow | undefined> {
  return selectProviders(db).where('id', '=', id).executeTakeFirst()
}

/** Enabled ones whose balance was last read before then; of one where reading pauses, the turn's holder reads it. */
export async function listProvidersToCheck(
  db: Kysely<DB>,
  { checkedBefore }: { checkedBefore: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('is_enabled', '=', true)
    .where((is) =>
      is.or([is('balance_checked_at', 'is', null), is('balance_checked_at', '<', checkedBefore)]),
    )
    .where('reading_paused_until', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export function listProviderAddresses(db: Kysely<DB>) {
  return db.selectFrom('providers').select(['id', 'slug', 'api_url']).execute()
}

export function listSealedKeys(db: Kysely<DB>) {
  return db.selectFrom('providers').select(['id', 'slug', 'key_ciphertext']).orderBy('id').execute()
}

/** What calling it takes, the sealed key too. */
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

/** As learnt within a day; until then, and after it, as many as the protocol allows. */
function perCall(column: 'orders_per_call' | 'refills_per_call') {
  return sql<number>`case when per_call_at > now() - interval '1 day' then ${sql.ref(column)} else ${PANEL_IDS_MAX} end`
}

export async function storeIdsPerCall(
  db: Kysely<DB>,
  providerId: number,
  learnt: { orders_per_call?: number; refills_per_call?: number },
): Promise<void> {
  await sql`
update providers set per_call_at = now(),
  orders_per_call = coalesce(${learnt.orders_per_call ?? null}, ${perCall('orders_per_call')}),
  refills_per_call = coalesce(${learnt.refills_per_call ?? null}, ${perCall('refills_per_call')})
where id = ${providerId}`.execute(db)
}

/** What a change of it starts from. */
export function findProviderToChange(tx: Tx, id: number) {
  return selectProviderToChange(tx, id).executeTakeFirst()
}

/**
 * The same, held until the tx ends: who changes it comes after. By the lock that leaves foreign keys to it alone, or
 * whoever places an order that is queued for it would wait.
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

/** Undefined where the slug is in use. */
/** Of every provider: an operator has a few. */
export async function listSlugs(db: Kysely<DB>): Promise<string[]> {
  return (await db.selectFrom('providers').select('slug').execute()).map(({ slug }) => slug)
}

export async function insertProvider(
  db: Kysely<DB>,
  values: Insertable<Providers>,
): Promise<number | undefined> {
  const created = await db
    .insertInto('providers')
    .values(values)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return created?.id
}

export async function changeProvider(
  db: Kysely<DB>,
  id: number,
  change: Updateable<Providers>,
): Promise<void> {
  await db.updateTable('providers').set(change).where('id', '=', id).execute()
}

export async function findTestLines(db: Kysely<DB>, id: number): Promise<unknown> {
  const row = await db.selectFrom('providers').select('examined').where('id', '=', id).executeTakeFirst()
  return row?.examined
}

/** False where there is none. One that something refers to is a foreign key's error. */
export async function deleteProviderRow(db: Kysely<DB>, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('providers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** What costs are read by, as it is now. */
export function findTerms(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('providers')
    .select(['currency', 'usd_per_unit', 'rate_per', 'is_currency_settled'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Answers whether the balance is in the account's currency now. */
export async function storeBalance(
  db: Kysely<DB>,
  id: number,
  read: Pick<Updateable<Providers>, 'balance' | 'balance_currency' | 'balance_checked_at' | 'last_error'>,
): Promise<boolean> {
  const kept = await db
    .updateTable('providers')
    .set(read)
    .where('id', '=', id)
    .returning('is_currency_settled')
    .executeTakeFirst()
  return kept?.is_currency_settled ?? true
}

/** What is told of a balance that fell below the operator's threshold; undefined where it did not just now. */
export async function markLowBalance(
  db: Kysely<DB>,
  id: number,
): Promise<{ name: string; balance: string; currency: string } | undefined> {
  const { rows } = await sql<{ name: string; balance: string; currency: string; is_balance_low: boolean }>`
update providers set is_balance_low = balance < balance_low
where id = ${id} and is_balance_low is distinct from coalesce(balance < balance_low, false) and balance_low is not null
  and balance is not null
returning name, trim_scale(balance)::text as balance, coalesce(balance_currency, currency) as currency, is_balance_low`.execute(
    db,
  )
  return rows.find(({ is_balance_low: isLow }) => isLow)
}
