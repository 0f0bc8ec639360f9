import { type Kysely, sql } from 'kysely'

import type { SentFault } from '#contract/base/codes.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

type Db = Kysely<DB>

export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return onlyRow(rows).now
}

/** Settings in a session of the product. */
export type ServerRow = {
  version: string
  /** 180004 for 18.4. */
  version_number: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  autovacuum: string
  track_counts: string
  wal_level: string
  timezone: string
  max_connections: number
  encoding: string
  /** Versions of the collation when indexes were built, and of the system's now; null if it has none. */
  collation_stored: string | null
  collation_actual: string | null
  /** Transactions since the oldest unfrozen one. */
  oldest_transaction: number
  is_read_only: boolean
}

export async function readServer(db: Db): Promise<ServerRow> {
  const { rows } = await sql<ServerRow>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::int as version_number,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('autovacuum') as autovacuum, current_setting('track_counts') as track_counts,
      current_setting('wal_level') as wal_level, current_setting('timezone') as timezone,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as max_connections,
      pg_encoding_to_char(encoding) as encoding, datcollversion as collation_stored,
      pg_database_collation_actual_version(oid) as collation_actual, age(datfrozenxid) as oldest_transaction,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only
    from pg_database where datname = current_database()`.execute(db)
  return onlyRow(rows)
}

/** Processes write every 5 s. */
const ALIVE_SECONDS = 15

export async function countAliveProcesses(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from processes
    where beat_at > now() - make_interval(secs => ${ALIVE_SECONDS})`.execute(db)
  return onlyRow(rows).count
}

/** Providers whose clock differed in a connection test of the last week. */
export async function listClockTests(db: Db): Promise<{ provider: string; seconds: number }[]> {
  const { rows } = await sql<{ provider: string; seconds: number }>`
    select name as provider, (line -> 'details' ->> 'seconds')::int as seconds
    from providers cross join lateral jsonb_array_elements(examined) line
    where is_enabled and examined_at > now() - interval '7 days' and jsonb_typeof(examined) = 'array'
      and line ->> 'code' = 'clock_off'
    order by id limit 10`.execute(db)
  return rows
}

export type ProviderState = {
  name: string
  is_stopped: boolean
  is_paused: boolean
  is_balance_low: boolean
  has_trusted_costs: boolean
  refuses_us: 'funds' | 'key' | 'address' | null
  /** Minutes since the end of the last hour with a successful call, negative within that hour; null if none is recorded. */
  silent_minutes: number | null
}

/** Enabled providers. */
export async function listProviderStates(db: Db, max: number): Promise<ProviderState[]> {
  const { rows } = await sql<ProviderState>`
    select name, sending_stopped_at is not null as is_stopped,
      sending_paused_until is not null or reading_paused_until is not null as is_paused,
      is_balance_low, has_trusted_costs, refuses_us,
      (select floor(extract(epoch from now() - max(hour) - interval '1 hour') / 60)::int
        from provider_calls where provider_id = providers.id and calls > failures) as silent_minutes
    from providers where is_enabled order by id limit ${max}`.execute(db)
  return rows
}

/** Why reading each gateway's list of payments failed last, by gateway id. */
export async function listGatewayListFaults(db: Db): Promise<ReadonlyMap<string, SentFault | null>> {
  const { rows } = await sql<{ gateway: string; fault: unknown }>`
    select gateway, fault from gateway_lists where fault is not null`.execute(db)
  return new Map(rows.map(({ gateway, fault }) => [gateway, readStoredFault(fault)]))
}

/** `minutes` since the last email was sent, among the newest finished; `retried`: those that failed and are waiting. */
export async function readEmails(db: Db, max: number): Promise<{ minutes: number | null; retried: number }> {
  const { rows } = await sql<{ minutes: number | null; retried: number }>`
    select
      (select floor(extract(epoch from now() - max(sent_at)) / 60)::int from (
        select sent_at from emails where due_at is null order by created_at desc limit ${max}) done) as minutes,
      (select count(*)::int from (
        select 1 from emails where due_at is not null and tries > 0 limit ${max}) again) as retried`.execute(
    db,
  )
  return onlyRow(rows)
}

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('select returned no row')
  return row
}
