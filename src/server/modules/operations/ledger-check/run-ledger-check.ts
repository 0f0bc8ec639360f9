import { setTimeout as sleep } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'

import type { Context } from '#server/context.ts'
import { tryLock } from '#server/lib/postgres/advisory-locks.ts'
import { endClient, hangUp, makeClient } from '#server/lib/postgres/pool.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { findPlannedMoments } from '#server/modules/operations/backups/automatic/planned-moments.ts'

import { isOnCluster, isSettled, SETTLING_MS } from './across-nodes.ts'
import { type CheckedInvariant, checkRecent, checkWhole } from './check-invariants.ts'
import { lastClean } from './recent-queries.ts'

/** When the fewest people order, in most customers' time zone: UTC is as good as any. */
const NIGHTLY = { at: '03:00', time_zone: 'UTC' }
const WHOLE_EVERY_DAYS = 7
/** Longer than a clock steps back or a tx stays open. */
const MARGIN_HOURS = 6
const KEPT_DAYS = 90

export type LastCheck = { at: Date; violations: number }

/** Undefined if there was no check yet. */
export async function readLastCheck(db: Kysely<DB>): Promise<LastCheck | undefined> {
  return db
    .selectFrom('ledger_checks')
    .select(['finished_at as at', 'violations'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Once a night, by the first process; true if the check was made. */
export async function checkLedgerNightly(ctx: Context, signal: AbortSignal): Promise<boolean> {
  const { databaseOwnerUrl: url } = ctx.config
  if (url === undefined || !(await isDue(ctx))) return false
  const client = makeClient(url, 'tally-and-reach audit')
  client.on('error', () => undefined)
  const cut = () => hangUp(client)
  signal.addEventListener('abort', cut)
  try {
    // Stopping may have begun before there was a connection to end.
    if (signal.aborted) return false
    await client.connect()
    // Checked again under the lock: another process may just have made it.
    if (!(await tryLock(client, 'ledger check')) || !(await isDue(ctx))) return false
    // Leaves the other cores to orders, and ends a statement with the process that waits for it.
    await client.query('set max_parallel_workers_per_gather = 0')
    if (process.platform === 'linux') await client.query("set client_connection_check_interval = '10s'")
    const { lines, isWhole } = await runLedgerCheck(client)
    const broken = lines.filter(({ violations }) => violations > 0)
    for (const { id, says, violations, examples } of broken)
      ctx.log.error({ invariant: id, violations, examples }, `the ledger check found violations: ${says}`)
    ctx.log.info({ isWhole, broken: broken.length }, 'the ledger was checked')
    return true
  } finally {
    signal.removeEventListener('abort', cut)
    await endClient(client)
  }
}

/** A new database is not due before the next night. */
async function isDue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest((select max(finished_at) from ledger_checks), (select set_at from database_mode)) as at`.execute(
    db,
  )
  const at = rows[0]?.at ?? null
  return at !== null && at < findPlannedMoments(NIGHTLY, clock()).last
}

export type LedgerCheck = { isWhole: boolean; lines: CheckedInvariant[] }

/**
 * Checks what changed since the last clean check and stores the result, in one tx. Checks the whole database if there
 * is no such check, if the last one had findings, and once a week.
 */
export async function runLedgerCheck(client: Client): Promise<LedgerCheck> {
  const isCluster = await isOnCluster(client)
  for (let tried = 1; ; tried += 1) {
    await client.query('begin isolation level repeatable read')
    try {
      const last = await findLastClean(client)
      // On a cluster everything is checked: a check of changes needs temporary tables, which only the coordinator has.
      const since = last?.is_enough === true && !isCluster ? last.since : undefined
      const lines = await (since === undefined
        ? checkWhole(client, { allowsOverdue: true })
        : checkRecent(client, since, { allowsOverdue: true }))
      if (!isCluster || isSettled(lines, tried)) {
        await store(client, { isWhole: since === undefined, lines })
        await client.query('commit')
        return { isWhole: since === undefined, lines }
      }
      await client.query('rollback')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
    await sleep(SETTLING_MS)
  }
}

/** The same for the command, without storing it, whether or not a check is due. Undefined if there is no clean check. */
export async function checkSinceLastClean(
  url: string,
  onLine?: (line: CheckedInvariant) => void,
): Promise<CheckedInvariant[] | undefined> {
  const client = makeClient(url, 'tally-and-reach audit')
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const last = await findLastClean(client)
    if (last === undefined) return undefined
    if (await isOnCluster(client)) return await checkWhole(client, { onLine })
    return await checkRecent(client, last.since, { onLine })
  } finally {
    await client.end()
  }
}

/** `since`: everything from then on has to be checked. `is_enough`: no whole check is due. */
async function findLastClean(client: Client): Promise<{ since: Date; is_enough: boolean } | undefined> {
  const { rows } = await client.query<{ since: Date; is_enough: boolean }>(
    `select clean.started_at - $1 * interval '1 hour' as since,
       clean.id = (select max(id) from ledger_checks) and exists (
         select from ledger_checks where is_whole and violations = 0 and started_at > now() - $2 * interval '1 day') as is_enough
     from (${lastClean}) clean`,
    [MARGIN_HOURS, WHOLE_EVERY_DAYS],
  )
  return rows[0]
}

async function store(client: Client, { isWhole, lines }: LedgerCheck): Promise<void> {
  const broken = lines.filter(({ violations }) => violations > 0)
  const violations = Math.min(
    broken.reduce((sum, line) => sum + line.violations, 0),
    2 ** 31 - 1,
  )
  if (violations === 0) await client.query(noteAccounts)
  await client.query(
    `insert into ledger_checks (is_whole, started_at, finished_at, violations, broken, days_until, audit_number, audit_hash)
     select $1, now(), clock_timestamp(), $2, $3, (select (counted_until at time zone 'UTC')::date from daily_progress),
       head.number, head.hash
     from (select 1) one left join (select number, hash from audit_log order by number desc limit 1) head on true`,
    [isWhole, violations, broken.map(({ id }) => id)],
  )
  await client.query(`delete from ledger_checks where finished_at < now() - $1 * interval '1 day'`, [
    KEPT_DAYS,
  ])
}

const noteAccounts = `
insert into checked_accounts as checked (user_id, transactions_seq, orders_seq, balance, orders_total, refunds_total,
  deposits_total, bonuses_total)
select accounts.user_id, transactions_seq, orders_seq, balance, orders_total, refunds_total,
  coalesce(deposits.amount, 0), coalesce(bonuses.amount, 0)
from accounts
left join account_sums deposits on deposits.user_id = accounts.user_id and deposits.name = 'deposit'
left join account_sums bonuses on bonuses.user_id = accounts.user_id and bonuses.name = 'bonus'
on conflict (user_id) do update set transactions_seq = excluded.transactions_seq, orders_seq = excluded.orders_seq,
  balance = excluded.balance, orders_total = excluded.orders_total, refunds_total = excluded.refunds_total,
  deposits_total = excluded.deposits_total, bonuses_total = excluded.bonuses_total
where checked is distinct from excluded`
