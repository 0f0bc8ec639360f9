import type { Context } from '#server/context.ts'
import type { EventTopic } from '#server/lib/events/events.ts'

export type Loop = {
  /** Starts the next round at once, or right after the running one. */
  wake(): void
  stop(): Promise<void>
}

/** `since`: start of the running round by `performance.now()`, undefined between rounds. `failures`: consecutive failures. */
type Round = { name: string; since: number | undefined; failures: number; work: Work }
/** Returns true if there may be more to do at once, or the milliseconds until the next round. */
type Work = (signal: AbortSignal) => Promise<boolean | number>

/** After this many consecutive failures staff are notified. */
export const FAILURES_IN_A_ROW = 5

const roundsOf = new WeakMap<Context, Set<Round>>()

/** Jobs of this process whose round has been running for longer than `seconds`. */
export function findStuckJobs(ctx: Context, seconds: number): string[] {
  const before = performance.now() - seconds * 1000
  return [...(roundsOf.get(ctx) ?? [])]
    .filter(({ since }) => since !== undefined && since < before)
    .map(({ name }) => name)
}

/** Consecutive failures of each failing job of this process. */
export function listFailures(ctx: Context): { job: string; failures: number }[] {
  return [...(roundsOf.get(ctx) ?? [])]
    .filter(({ failures }) => failures > 0)
    .map(({ name: job, failures }) => ({ job, failures }))
}

/** Jobs of this process that keep failing. */
export function findFailingJobs(ctx: Context): string[] {
  const failing = listFailures(ctx).filter(({ failures }) => failures >= FAILURES_IN_A_ROW)
  return [...new Set(failing.map(({ job }) => job))].toSorted()
}

/** The jobs of this process with the work of one round, to measure each alone. */
export function listRounds(ctx: Context): Pick<Round, 'name' | 'work'>[] {
  return [...(roundsOf.get(ctx) ?? [])].map(({ name, work }) => ({ name, work }))
}

/**
 * Runs `work` repeatedly: immediately when woken by an event or a call or if it returned true, otherwise after
 * `everyMs` or the time it returned. An error is logged and never ends the loop. No round starts while the database is
 * fenced. `stop` waits for the running round.
 */
export function startLoop({
  ctx,
  name,
  everyMs,
  wakeOn = [],
  work,
}: {
  ctx: Context
  name: string
  everyMs: number
  wakeOn?: readonly EventTopic[]
  work: Work
}): Loop {
  const stopping = new AbortController()
  let endPause: (() => void) | undefined
  let isWoken = false
  const wake = () => {
    isWoken = true
    endPause?.()
  }
  const offs = [...wakeOn.map((topic) => ctx.events.on(topic, wake)), ctx.fence.onEnd(wake)]

  const pause = (forMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isWoken || stopping.signal.aborted) endPause()
    })

  const round: Round = { name, since: undefined, failures: 0, work }
  const rounds = roundsOf.get(ctx) ?? new Set()
  roundsOf.set(ctx, rounds.add(round))

  const runRound = async (): Promise<boolean | number> => {
    const started = (round.since = performance.now())
    let isFailed = false
    try {
      const next = await work(stopping.signal)
      round.failures = 0
      return next
    } catch (error) {
      isFailed = !stopping.signal.aborted
      if (isFailed) round.failures += 1
      if (isFailed) ctx.log.error({ err: error, job: name }, 'a job failed and will be retried')
      return false
    } finally {
      round.since = undefined
      ctx.metrics.noteRound(name, (performance.now() - started) / 1000, isFailed)
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false
      const next = ctx.fence.isUp() ? false : await runRound()
      if (next !== true) await pause(next === false ? everyMs : next)
    }
    rounds.delete(round)
  }
  const finished = run()

  return {
    wake,
    async stop() {
      stopping.abort()
      for (const off of offs) off()
      endPause?.()
      await finished
    },
  }
}

/**
 * Does `work` for each item, `atOnce` at a time. An error doesn't stop the other items; the first one is thrown at the end, so
 * that the round counts as failed. Items not started when `signal` aborts are skipped.
 */
export async function workThrough<Item>({
  items,
  atOnce,
  signal,
  work,
}: {
  items: Iterable<Item>
  atOnce: number
  signal?: AbortSignal
  work: (item: Item) => Promise<void>
}): Promise<void> {
  const waiting = Iterator.from(items)
  const failures: unknown[] = []
  const next = async () => {
    for (let item = waiting.next(); item.done !== true; item = waiting.next()) {
      if (signal?.aborted === true) return
      await work(item.value).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  if (failures.length > 0) throw failures[0]
}
