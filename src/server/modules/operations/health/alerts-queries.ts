import { type Kysely, sql } from 'kysely'

import { jobKinds } from '#contract/operations/job-failures.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type TroubledProvider = {
  id: number
  name: string
  stopped_at: Date | null
  is_stopped_by_staff: boolean
  is_paused: boolean
  error: unknown
  refuses_us: 'funds' | 'key' | 'address' | null
}

/** Enabled providers that are stopped, paused or reject our calls. */
export async function listTroubledProviders(db: Kysely<DB>, max: number): Promise<TroubledProvider[]> {
  const { rows } = await sql<TroubledProvider>`
select id, name, sending_stopped_at as stopped_at, sending_stopped_by is not null as is_stopped_by_staff,
  sending_paused_until is not null or reading_paused_until is not null as is_paused, sending_error as error, refuses_us
from providers
where is_enabled and (sending_stopped_at is not null or sending_paused_until is not null
  or reading_paused_until is not null or refuses_us is not null)
order by id limit ${max}`.execute(db)
  return rows
}

/** Emails that failed within a day, except those about alerts. */
export async function countFailedEmails(db: Kysely<DB>, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
select count(*)::int as count from (
  select 1 from emails where failed_at > now() - interval '1 day' and kind <> 'staff_alert' limit ${max}) failed`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Jobs that failed after all tries. */
export async function countFailedJobs(db: Kysely<DB>, max: number): Promise<number> {
  const parts = jobKinds.map((table) => `select 1 from ${table} where failed_at is not null`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${sql.raw(parts.join(' union all '))} limit ${max}) failed`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export type KnownAlert = { key: string; count: number; is_gone: boolean; may_repeat: boolean }

export async function listKnownAlerts(db: Kysely<DB>, repeatSeconds: number): Promise<KnownAlert[]> {
  const { rows } = await sql<KnownAlert>`
select key, count, resolved_at is not null as is_gone,
  notified_at < now() - make_interval(secs => ${repeatSeconds}) as may_repeat
from staff_alerts`.execute(db)
  return rows
}

/**
 * Marks ended alerts as gone and deletes them after `forgetSeconds`; one that returns earlier is not new. A smaller
 * count replaces the stored one.
 */
export async function keepAlerts(
  db: Kysely<DB>,
  { keys, counts, forgetSeconds }: { keys: string[]; counts: number[]; forgetSeconds: number },
): Promise<void> {
  await sql`
with present as (select * from unnest(${keys}::text[], ${counts}::int[]) as present (key, count)),
forgotten as (
  delete from staff_alerts
  where resolved_at < now() - make_interval(secs => ${forgetSeconds}) and key not in (select key from present)
)
update staff_alerts known set
  resolved_at = case when present.key is null then coalesce(known.resolved_at, now()) end,
  count = least(known.count, coalesce(present.count, 0))
from staff_alerts own left join present on present.key = own.key
where known.key = own.key and (
  (present.key is null) <> (known.resolved_at is not null) or known.count > coalesce(present.count, 0))
  and (known.resolved_at is null or known.resolved_at >= now() - make_interval(secs => ${forgetSeconds}) or present.key is not null)`.execute(
    db,
  )
}

/** Lets one of several processes notify: answers the time, or undefined for the others. */
export async function claimAlert(
  tx: Tx,
  { key, count, repeatSeconds }: { key: string; count: number; repeatSeconds: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ notified_at: Date }>`
insert into staff_alerts (key, count) values (${key}, ${count})
on conflict (key) do update set count = excluded.count, notified_at = now(), resolved_at = null
  where excluded.count > staff_alerts.count
    and staff_alerts.notified_at < now() - make_interval(secs => ${repeatSeconds})
returning notified_at`.execute(tx)
  return rows[0]?.notified_at
}
