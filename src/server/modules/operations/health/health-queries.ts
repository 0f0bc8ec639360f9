import { type Kysely, sql } from 'kysely'

import { jobKinds } from '#contract/operations/job-failures.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type ProcessRow = { id: string; role: 'all' | 'web' | 'worker'; host: string; pid: number }

/** Records that the process is alive. */
export async function beat(
  db: Kysely<DB>,
  row: ProcessRow,
  failingJobs: readonly string[] = [],
): Promise<void> {
  const failing = { failing_jobs: [...failingJobs] }
  await db
    .insertInto('processes')
    .values({ ...row, ...failing })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: sql`now()`, ...failing }))
    .execute()
}

export async function deleteProcess(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute()
}

/** The number of due entries, counted up to a bound, and for how long the oldest has been due. */
export type QueueRow = { queue: string; due: number; oldest_seconds: number }

/** Counting further would be slow and add no information. */
const COUNTED_MAX = 100_000

/** Per provider, to match the index. Citus doesn't support such a join, and each of its shards has fewer rows. */
const dueChecksOf = (kind: 'order' | 'refill', isCluster: boolean) =>
  isCluster
    ? `select due_at from poll_queue where kind = '${kind}' and due_at <= now()`
    : `select due_at from providers cross join lateral (
  select due_at from poll_queue where provider_id = providers.id and kind = '${kind}' and due_at <= now()
  order by due_at limit ${COUNTED_MAX}) own`

const queuesOf = (isCluster: boolean): Record<string, string> => ({
  dispatch: `select due_at from dispatch_queue where token is null and due_at <= now()`,
  unknown: `select lease_until as due_at from dispatch_queue where token is not null and lease_until <= now()`,
  review: `select due_at from dispatch_queue where token is not null and lease_until is null`,
  checks: dueChecksOf('order', isCluster),
  refills: dueChecksOf('refill', isCluster),
  deposit_reviews: `select updated_at as due_at from deposits where status = 'review'`,
  mails: `select created_at as due_at from emails where due_at is not null`,
  mails_given_up: `select failed_at as due_at from emails where failed_at > now() - interval '1 day'`,
})

const jobs = jobKinds.map((table) => [table, `select due_at from ${table} where due_at <= now()`] as const)
const failed = jobKinds.map((table) => `select failed_at as due_at from ${table} where failed_at is not null`)
const allOf = (isCluster: boolean): readonly (readonly [string, string])[] => [
  ...Object.entries(queuesOf(isCluster)),
  ...jobs,
  ['jobs_failed', failed.join(' union all ')],
]

/** Each queue through its own partial index. */
export async function listQueues(db: Kysely<DB>): Promise<QueueRow[]> {
  const parts = allOf(clusterOf(db) !== undefined).map(
    ([queue, due]) =>
      `select '${queue}' as queue, count(*)::int as due,
        coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest_seconds
      from (${due} limit ${COUNTED_MAX}) due`,
  )
  // Citus can't plan them as one statement.
  const statements = clusterOf(db) === undefined ? [parts.join(' union all ')] : parts
  const rows: QueueRow[] = []
  for (const text of statements) rows.push(...(await sql<QueueRow>`${sql.raw(text)}`.execute(db)).rows)
  return rows
}

export type TotalsRow = {
  deposits: string
  orders: string
  refunds: string
  bonuses: string
  balances: string
  statuses: Record<string, number>
}

/** From the sums stored with accounts, in units. Reads no orders and no ledger rows. */
export async function findTotals(db: Kysely<DB>): Promise<TotalsRow | undefined> {
  const { rows } = await sql<TotalsRow>`
    select deposits, bonuses, own.* from (
      select coalesce(sum(amount) filter (where name = 'deposit'), 0)::text as deposits,
        coalesce(sum(amount) filter (where name = 'bonus'), 0)::text as bonuses from account_sums) sums, (
    select coalesce(sum(-orders_total), 0)::text as orders, coalesce(sum(refunds_total), 0)::text as refunds,
      coalesce(sum(balance), 0)::text as balances,
      jsonb_build_object('pending', coalesce(sum(pending), 0), 'processing', coalesce(sum(processing), 0),
        'completed', coalesce(sum(completed), 0), 'partial', coalesce(sum(partial), 0), 'refill', coalesce(sum(refill), 0),
        'canceled', coalesce(sum(canceled), 0), 'refunded', coalesce(sum(refunded), 0),
        'failed', coalesce(sum(failed), 0)) as statuses
    from accounts) own`.execute(db)
  return rows[0]
}

export type ProviderHealthRow = {
  slug: string
  is_paused: boolean
  is_reading_paused: boolean
  sending_failures: number
  reading_failures: number
  balance: string | null
  is_balance_low: boolean
}

export async function listProviderHealth(db: Kysely<DB>, max: number): Promise<ProviderHealthRow[]> {
  return db
    .selectFrom('providers')
    .select(['slug', 'balance', 'is_balance_low', 'sending_failures', 'reading_failures'])
    .select(sql<boolean>`sending_stopped_at is not null or sending_paused_until is not null`.as('is_paused'))
    .select(sql<boolean>`reading_paused_until is not null`.as('is_reading_paused'))
    .where('is_enabled', '=', true)
    .orderBy('id')
    .limit(max)
    .execute()
}

/** Failing jobs of processes that were alive within the last `seconds`. */
export async function listFailingJobs(db: Kysely<DB>, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select distinct unnest(failing_jobs) as job from processes
    where beat_at > now() - make_interval(secs => ${seconds}) order by job limit 50`.execute(db)
  return rows.map(({ job }) => job)
}

/** Processes that were alive within the last `seconds`, by role. */
export async function countProcesses(db: Kysely<DB>, seconds: number) {
  return db
    .selectFrom('processes')
    .select(['role', sql<number>`count(*)::int`.as('count')])
    .where('beat_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .groupBy('role')
    .execute()
}

export type SetUpRow = {
  provider_id: number | null
  has_services: boolean
  has_gateway: boolean
  has_sandbox_mailbox: boolean
  sections: string[]
}

/** What is set up: a provider (the operator's own first), services on sale, and changed settings. */
export async function findSetUp(db: Kysely<DB>): Promise<SetUpRow> {
  const { rows } = await sql<SetUpRow>`
    select
      (select id from providers where is_enabled and key_ciphertext is not null
        order by is_sandbox, id limit 1) as provider_id,
      exists (select from providers join supplies on supplies.provider_id = providers.id
        join services on services.id = supplies.service_id
        where providers.is_enabled and supplies.is_active and services.is_active
          and services.deleted_at is null) as has_services,
      exists (select from gateways) as has_gateway,
      exists (select from sandbox_mailbox) as has_sandbox_mailbox,
      array(select section from settings) as sections`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('select returned no row')
  return row
}
