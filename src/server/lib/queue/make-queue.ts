import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import { isNodeLost } from '#server/lib/postgres/outages.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'

import { startLoop } from './loop.ts'
import type { Declaration, FailedItem, FailedPosition, Item, Outcome, Queue, QueueTable } from './queue.ts'
import { toStoredFault } from './stored-fault.ts'

/** For other statements that make a row due: invalidates a running claim and resets the tries. */
export const unclaimed = { lease: null, tries: 0, failed_at: null, fault: null } as const

/** Another process has taken over the item: this one's work is rolled back and its outcome ignored. */
class LeaseLost extends Error {}

const jobFailed: Fault = { code: 'job_failed', details: {} }
const jobTimedOut: Fault = { code: 'job_timed_out', details: {} }
const jobKilled: Fault = { code: 'job_killed', details: {} }

/** Pause of an item whose node is away. It doesn't double like those of tries: work would start late after the node's return. */
const NODE_PAUSE_SECONDS = 30

/** A work queue whose items are rows of a table: claimed under a lease, each handled by one process at a time. */
export function makeQueue<Table extends QueueTable, Column extends keyof DB[Table] & string>(
  declared: Declaration<Table, Column>,
): Queue {
  type Row = Item<Table, Column>
  type Claimed = { row: Row; lease: string }
  const { name, key, concurrency, leaseSeconds, timeoutSeconds, whenDone } = declared
  const { max, pauseSeconds, pauseSecondsMax } = declared.tries
  const table = sql.table(declared.table)
  const columnsOf = (columns: readonly string[], of?: string) =>
    sql.join(columns.map((column) => sql.ref(of === undefined ? column : `${of}.${column}`)))
  const idOf = sql<string>`concat_ws('-', ${columnsOf(key)})`
  const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
  const keyOf = (row: Row) => key.map((column) => (row as Record<string, unknown>)[column])
  /** For the log, which must not contain a customer's texts. */
  const idsOf = (row: Row) => keyOf(row).filter((value) => typeof value !== 'string')
  const isKey = (values: readonly unknown[]) => sql<boolean>`(${columnsOf(key)}) = (${sql.join(values)})`
  const isOurs = ({ row, lease }: Claimed) => sql<boolean>`${isKey(keyOf(row))} and lease = ${lease}::uuid`

  /** Rows are queued by the database's clock, rounded to milliseconds; this process's clock may be slightly behind. */
  const dbNow = sql<Date>`now() + interval '1 millisecond'`

  const claim = async (ctx: Context, count: number, only?: readonly unknown[]): Promise<Claimed[]> => {
    const condition = await declared.canClaim?.(ctx)
    const now = ctx.clock()
    const lease = randomUUID()
    const isDue = sql`due_at <= greatest(${now}, ${dbNow}) ${condition === undefined ? sql`` : sql`and ${condition}`}`
    const taken = sql`set due_at = ${later(now, leaseSeconds)}, lease = ${lease}, tries = own.tries + 1`
    const returned = columnsOf([...key, ...declared.columns, 'tries'], 'own')
    const isSpread = ctx.cluster !== undefined && key.includes('user_id' as Column)
    const { rows } = await sql<Row>`
      with due as materialized (
        select ${columnsOf(key)} from ${table}
        where ${isDue} ${only === undefined ? sql`` : sql`and ${isKey(only)}`}
        order by ${columnsOf(declared.order)} limit ${count} ${isSpread ? sql`` : sql`for update skip locked`})
      ${
        isSpread
          ? sql`select ${columnsOf(key)} from due`
          : sql`update ${table} as own ${taken}
      from due where (${columnsOf(key, 'own')}) = (${columnsOf(key, 'due')}) returning ${returned}`
      }`.execute(ctx.db)
    if (!isSpread) return rows.map((row) => ({ row, lease }))
    // On a cluster, rows of several shards can't be locked in one statement: each is claimed if it is still due. Claimed rows are
    // handled even if a node failed: otherwise their leases would have to expire first, and a try would be wasted.
    const each = rows.map((row) =>
      sql<Row>`update ${table} as own ${taken} where ${isKey(keyOf(row))} and ${isDue} returning ${returned}`.execute(
        ctx.db,
      ),
    )
    const answers = await Promise.allSettled(each)
    const claimed = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.rows : []))
    const failed = answers.find((one) => one.status === 'rejected')
    if (failed !== undefined) {
      if (claimed.length === 0) throw failed.reason
      ctx.log.warn({ err: failed.reason, queue: name }, 'some items of a queue could not be claimed')
    }
    return claimed.map((row) => ({ row, lease }))
  }

  /** Throws `LeaseLost` if another process has taken over. */
  const update = async (tx: Context['db'], one: Claimed, set: RawBuilder<unknown>): Promise<void> => {
    const { numAffectedRows } = await sql`update ${table} set ${set} where ${isOurs(one)}`.execute(tx)
    if (numAffectedRows !== 1n) throw new LeaseLost(name)
  }

  const also = (end: typeof whenDone | undefined) => (typeof end === 'object' ? sql`, ${end.set}` : sql``)

  const leave = async (tx: Tx, one: Claimed, fault: Fault | undefined, now: Date): Promise<void> => {
    if (fault !== undefined)
      await update(
        tx,
        one,
        sql`due_at = null, lease = null, failed_at = ${now}, fault = ${toStoredFault(fault)}::jsonb
          ${also(declared.whenFailed)}`,
      )
    else if (whenDone !== 'delete')
      await update(tx, one, sql`due_at = null, lease = null, fault = null ${also(whenDone)}`)
    else {
      const { numAffectedRows } = await sql`delete from ${table} where ${isOurs(one)}`.execute(tx)
      if (numAffectedRows !== 1n) throw new LeaseLost(name)
    }
    await declared.onEnd?.(tx, one.row, fault)
  }

  const settle = async (ctx: Context, one: Claimed, outcome: Outcome): Promise<void> => {
    const now = ctx.clock()
    if (outcome === 'ended') return
    if (outcome === 'done') return transact(ctx, (tx) => leave(tx, one, undefined, now))
    if (outcome === 'more')
      return update(ctx.db, one, sql`due_at = ${now}, lease = null, tries = 0, fault = null`)
    if ('waitSeconds' in outcome)
      return update(
        ctx.db,
        one,
        sql`due_at = ${later(now, outcome.waitSeconds)}, lease = null, tries = tries - 1`,
      )
    const { tries } = one.row
    if ('fail' in outcome || tries >= max) {
      const fault = 'fail' in outcome ? outcome.fail : outcome.retry
      return transact(ctx, (tx) => leave(tx, one, fault, now))
    }
    const pause = Math.min(pauseSeconds * 2 ** (tries - 1), pauseSecondsMax)
    return update(
      ctx.db,
      one,
      sql`due_at = ${later(now, pause)}, lease = null, fault = ${toStoredFault(outcome.retry)}::jsonb`,
    )
  }

  const renewUntil = (ctx: Context, one: Claimed, signal: AbortSignal) => {
    const renew = () => {
      update(ctx.db, one, sql`due_at = ${later(ctx.clock(), leaseSeconds)}`).catch((error: unknown) => {
        if (!(error instanceof LeaseLost))
          ctx.log.warn({ err: error, queue: name }, 'a lease could not be renewed')
      })
    }
    const timer = setInterval(renew, (leaseSeconds * 1000) / 3)
    signal.addEventListener('abort', () => clearInterval(timer))
    return () => clearInterval(timer)
  }

  /** Returns whether the handler threw. Throws only if the database is unavailable: the claim then ends with its lease. */
  const handle = async (ctx: Context, one: Claimed, stopping: AbortSignal): Promise<boolean> => {
    const time = new AbortController()
    const signal = AbortSignal.any([stopping, time.signal])
    const timer = setTimeout(() => time.abort(), timeoutSeconds * 1000)
    const stopRenewing = renewUntil(ctx, one, time.signal)
    const started = performance.now()
    let isFailed = false
    let outcome: Outcome
    try {
      // The process died during every try.
      if (one.row.tries > max) outcome = { fail: jobKilled }
      else outcome = await Promise.race([work(ctx, one, signal), timeOut(time.signal)])
    } catch (error) {
      if (error instanceof LeaseLost) return false
      isFailed = !stopping.aborted
      if (isFailed) ctx.log.error({ err: error, queue: name, item: idsOf(one.row) }, 'a job failed')
      if (!isFailed) outcome = { waitSeconds: 0 }
      // On a cluster the queue continues without a lost node, for longer than its tries last: the items wait for it.
      else if (ctx.cluster !== undefined && isNodeLost(error))
        outcome = { waitSeconds: Math.min(NODE_PAUSE_SECONDS, pauseSecondsMax) }
      else outcome = { retry: time.signal.aborted ? jobTimedOut : jobFailed }
    } finally {
      clearTimeout(timer)
      stopRenewing()
    }
    ctx.metrics.noteRound(name, (performance.now() - started) / 1000, isFailed)
    await settle(ctx, one, outcome).catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) throw error
    })
    return isFailed
  }

  const work = (ctx: Context, one: Claimed, signal: AbortSignal) =>
    declared.handle(ctx, one.row, {
      signal,
      async hold(tx) {
        const { rows } = await sql`select from ${table} where ${isOurs(one)} for no key update`.execute(tx)
        if (rows.length !== 1) throw new LeaseLost(name)
      },
      end: (tx) => leave(tx, one, undefined, ctx.clock()),
    })

  const isBefore = ({ failedAt, table: at, id }: FailedPosition) => sql`
    and failed_at <= ${failedAt}
    and (failed_at, ${declared.table}::text collate "C", ${idOf} collate "C") < (${failedAt}, ${at}, ${id})`

  return {
    name,
    table: declared.table,
    wakeOn: declared.wakeOn,
    start(ctx) {
      const running = new Set<Promise<void>>()
      let failures = 0
      const loop = startLoop({
        ctx,
        name,
        everyMs: declared.everyMs,
        wakeOn: declared.wakeOn === undefined ? [] : [declared.wakeOn],
        async work(stopping) {
          const free = concurrency - running.size
          const claimed = free === 0 ? [] : await claim(ctx, free)
          for (const one of claimed) {
            const run = handle(ctx, one, stopping)
              .then((isFailed) => void (failures += Number(isFailed)))
              .catch((error: unknown) => {
                failures += 1
                ctx.log.error({ err: error, queue: name }, 'the outcome of a job could not be stored')
              })
              .finally(() => {
                running.delete(run)
                loop.wake()
              })
            running.add(run)
          }
          const failed = failures
          failures = 0
          if (failed > 0) throw new Error(`${failed} items of the queue failed`)
          // When no slot is free, the next finished item wakes this loop.
          return claimed.length > 0 && running.size < concurrency
        },
      })
      return {
        wake: loop.wake,
        async stop() {
          await loop.stop()
          await Promise.all(running)
        },
      }
    },
    async workOne(ctx, only) {
      let isWorked = false
      if (ctx.fence.isUp()) return false
      for (;;) {
        const [one] = await claim(ctx, 1, only)
        if (one === undefined) return isWorked
        isWorked = true
        await handle(ctx, one, ctx.stopping)
      }
    },
    async workDue(ctx) {
      let count = 0
      if (ctx.fence.isUp()) return 0
      for (;;) {
        const claimed = await claim(ctx, concurrency)
        if (claimed.length === 0) return count
        count += claimed.length
        await Promise.all(claimed.map((one) => handle(ctx, one, ctx.stopping)))
      }
    },
    async listFailed({ db }, { before, count }) {
      const { rows } = await sql<FailedItem>`
        select ${idOf} as id, failed_at, ${sql.ref(declared.since)} as created_at, tries, fault from ${table}
        where failed_at is not null ${before === undefined ? sql`` : isBefore(before)}
        order by failed_at desc, ${idOf} collate "C" desc limit ${count}`.execute(db)
      return rows
    },
    async requeue(tx, { id, failedAt, now }) {
      const { numAffectedRows } = await sql`
        update ${table} set due_at = ${now}, failed_at = null, fault = null, tries = 0 ${also(declared.whenRequeued)}
        where failed_at = ${failedAt} and ${idOf} = ${id}`.execute(tx)
      return numAffectedRows === 1n
    },
    with({ handle: other, ...rest }) {
      return makeQueue({ ...declared, ...rest, ...(other && { handle: other }) })
    },
  }
}

function timeOut(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('a job took too long')), { once: true })
  })
}
