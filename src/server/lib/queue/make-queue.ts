import { randomUUID } from 'node:crypto'

import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import type { EventTopic } from '#server/lib/events/events.ts'
import { isNodeLost } from '#server/lib/postgres/outages.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'

import { type Loop, startLoop } from './loop.ts'
import { toStoredFault } from './stored-fault.ts'

/** The columns by which a table is a queue. `due_at` is null once a row is done or failed. */
type QueueColumns = 'due_at' | 'tries' | 'lease' | 'failed_at' | 'fault'
/** Events without details. */
type QueueTopic = Extract<
  EventTopic,
  'announcement' | 'charge' | 'contact' | 'deposit' | 'import' | 'mail' | 'reset'
>

export type QueueTable = {
  [Table in keyof DB]: QueueColumns extends keyof DB[Table] ? Table : never
}[keyof DB]

/** Which rows are a queue, and what is done with each. */
export type Declaration<Table extends QueueTable, Column extends keyof DB[Table] & string> = {
  /** Name in metrics and in the list of failed jobs. */
  name: string
  table: Table
  /** The primary key. */
  key: readonly Column[]
  /** What `handle` reads beside the key. */
  columns: readonly Column[]
  /** Order of claims. */
  order: readonly (Column | 'due_at')[]
  /** When the row was queued. */
  since: keyof DB[Table] & string
  /** An event after which there may be something to claim. Besides, the queue looks every `everyMs`. */
  wakeOn?: QueueTopic
  everyMs: number
  /** How many one process handles at a time. */
  concurrency: number
  /** Renewed while the handler runs. When a process dies, another one takes over this much later. */
  leaseSeconds: number
  /** A handler that takes longer counts as failed, and its place is free. */
  timeoutSeconds: number
  /** The pause doubles with each try. After `max` tries the item has failed and waits for a person. */
  tries: { max: number; pauseSeconds: number; pauseSecondsMax: number }
  /** How the row leaves the queue; `set` are further columns of the same update. */
  whenDone: 'delete' | 'keep' | { set: RawBuilder<unknown> }
  /** Further columns of the update that marks it as failed. */
  whenFailed?: { set: RawBuilder<unknown> }
  /** An additional condition on the rows that this process can handle now. */
  canClaim?: (ctx: Context) => Promise<RawBuilder<boolean>>
  handle: (ctx: Context, item: Item<Table, Column>, claim: Claim) => Promise<Outcome>
  /** In the tx in which the item leaves the queue, as done or as failed. */
  onEnd?: (tx: Tx, item: Item<Table, Column>, fault: Fault | undefined) => Promise<void>
  /** Further columns of the update that queues a failed item again. */
  whenRequeued?: { set: RawBuilder<unknown> }
}

export type Item<Table extends QueueTable, Column extends keyof DB[Table]> = Pick<
  Selectable<DB[Table]>,
  Column & keyof Selectable<DB[Table]>
> & { tries: number }

export type Outcome =
  | 'done'
  /** The handler has ended the item itself, by `claim.end` in its tx. */
  | 'ended'
  /** There was progress and there is more to do: at once, behind the items that are due. */
  | 'more'
  /** There was nothing to do yet. Doesn't count as a try. */
  | { waitSeconds: number }
  /** This try failed. */
  | { retry: Fault }
  /** Further tries would fail too. */
  | { fail: Fault }

export type Claim = {
  /** Aborted when the time has run out or the process stops. */
  signal: AbortSignal
  /** Locks the row until the tx ends. Throws if another process has taken over meanwhile. */
  hold(tx: Tx): Promise<void>
  /** Takes the item out of the queue in the tx of its effects. Throws if another process has taken over meanwhile. */
  end(tx: Tx): Promise<void>
}

/** For a statement of others that says when a row is due: a running claim of it is lost, and earlier tries are forgotten. */
export const unclaimed = { lease: null, tries: 0, failed_at: null, fault: null } as const

export type FailedItem = {
  id: string
  failed_at: Date
  created_at: Date
  tries: number
  fault: unknown
}

export type FailedPosition = { failedAt: Date; table: string; id: string }

export type Queue = {
  readonly name: string
  readonly table: QueueTable
  readonly wakeOn: QueueTopic | undefined
  start(ctx: Context): Loop
  /**
   * Handles one item in this process until it leaves the queue or waits for a next try. False if it was not due, and while
   * the database is fenced.
   */
  workOne(ctx: Context, key: readonly unknown[]): Promise<boolean>
  /** Handles items until none is due. Answers how many it has handled. */
  workDue(ctx: Context): Promise<number>
  /** The latest first; of the same moment by table and id, descending. */
  listFailed(
    ctx: Pick<Context, 'db'>,
    page: { before: FailedPosition | undefined; count: number },
  ): Promise<FailedItem[]>
  /** Queues a failed item again. False if it has not failed at that time, or was queued since. */
  requeue(tx: Tx, failed: { id: string; failedAt: Date; now: Date }): Promise<boolean>
  /** The same queue with other parts, for tests. */
  with(other: QueueOverrides): Queue
}

export type QueueOverrides = Partial<
  Pick<
    Declaration<QueueTable, never>,
    'everyMs' | 'concurrency' | 'leaseSeconds' | 'timeoutSeconds' | 'tries'
  >
> & { handle?: (ctx: Context, item: object, claim: Claim) => Promise<Outcome> }

/** Another process has taken over the item: what this one was doing is rolled back and forgotten. */
class LeaseLost extends Error {}

const jobFailed: Fault = { code: 'job_failed', details: {} }
const jobTimedOut: Fault = { code: 'job_timed_out', details: {} }
const jobKilled: Fault = { code: 'job_killed', details: {} }

/** A work queue whose items are rows of one of our tables: claimed under a lease, each handled by one process at a time. */
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
  /** For the log, which has no text of a customer's. */
  const idsOf = (row: Row) => keyOf(row).filter((value) => typeof value !== 'string')
  const ageOf = ({ clock }: Context, { row }: Claimed) =>
    (clock().getTime() - Number((row as Record<string, unknown>)[declared.since])) / 1000
  const isKey = (values: readonly unknown[]) => sql<boolean>`(${columnsOf(key)}) = (${sql.join(values)})`
  const isOurs = ({ row, lease }: Claimed) => sql<boolean>`${isKey(keyOf(row))} and lease = ${lease}::uuid`

  /** Rows are queued by the database's clock, rounded to milliseconds; this process's may be some behind. */
  const dbNow = sql<Date>`now() + interval '1 millisecond'`

  const claim = async (ctx: Context, count: number, only?: readonly unknown[]): Promise<Claimed[]> => {
    const condition = await declared.canClaim?.(ctx)
    const now = ctx.clock()
    const lease = randomUUID()
    const isDue = sql`due_at <= greatest(${now}, ${dbNow}) ${condition === undefined ? sql`` : sql`and ${condition}`}`
    const taken = sql`set due_at = ${later(now, leaseSeconds)}, lease = ${lease}, tries = own.tries + 1`
    const returned = columnsOf([...key, ...declared.columns, declared.since, 'tries'], 'own')
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
    // On a cluster rows of several shards can't be locked in one statement: each is taken if it is still due. What was taken is
    // handled although a node failed: thrown away, its lease would have to run out first, and a try would be used up.
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

  /** Answers whether the handler threw. Throws only if the database is away: then the lease ends the claim. */
  const handle = async (ctx: Context, one: Claimed, stopping: AbortSignal): Promise<boolean> => {
    const time = new AbortController()
    const signal = AbortSignal.any([stopping, time.signal])
    const timer = setTimeout(() => time.abort(), timeoutSeconds * 1000)
    const stopRenewing = renewUntil(ctx, one, time.signal)
    const started = performance.now()
    let isFailed = false
    let outcome: Outcome
    try {
      // Each try ended with its process.
      if (one.row.tries > max) outcome = { fail: jobKilled }
      else outcome = await Promise.race([work(ctx, one, signal), timeOut(time.signal)])
    } catch (error) {
      if (error instanceof LeaseLost) return false
      isFailed = !stopping.aborted
      if (isFailed) ctx.log.error({ err: error, queue: name, item: idsOf(one.row) }, 'a job failed')
      if (!isFailed) outcome = { waitSeconds: 0 }
      // The queue of a cluster goes on without one of its nodes, for longer than its tries last: the items wait for it, each time
      // for as long as they have waited, up to five minutes.
      else if (ctx.cluster !== undefined && isNodeLost(error))
        outcome = { waitSeconds: Math.min(Math.max(ageOf(ctx, one), pauseSeconds), pauseSecondsMax, 300) }
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
          // When a place is free, the item that left it wakes this loop.
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
