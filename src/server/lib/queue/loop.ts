import type { Context } from '#server/context.ts'
import type { EventTopic } from '#server/lib/events/events.ts'

export type Loop = {
  /** The next round begins at once, or right after the one under way: no call is lost. */
  wake(): void
  stop(): Promise<void>
}

/**
 * `since`: when the round that is under way began, by the process's own clock; undefined while it rests. `failures`: how
 * many rounds in a row failed.
 */
type Round = { name: string; since: number | undefined; failures: number }

/** So often in a row: it is no hiccup, and staff are notified. */
export const FAILURES_IN_A_ROW = 5

const roundsOf = new WeakMap<Context, Set<Round>>()

/** The jobs of this process whose round has been under way for longer than that: they stand, and their queues too. */
export function findStandingLoops(ctx: Context, seconds: number): string[] {
  const before = performance.now() - seconds * 1000
  return [...(roundsOf.get(ctx) ?? [])]
    .filter(({ since }) => since !== undefined && since < before)
    .map(({ name }) => name)
}

/** How often in a row each job of this process failed, where it did. */
export function listFailures(ctx: Context): { job: string; failures: number }[] {
  return [...(roundsOf.get(ctx) ?? [])]
    .filter(({ failures }) => failures > 0)
    .map(({ name: job, failures }) => ({ job, failures }))
}

/** The jobs of this process that fail again and again. */
export function findFailingJobs(ctx: Context): string[] {
  const failing = listFailures(ctx).filter(({ failures }) => failures >= FAILURES_IN_A_ROW)
  return [...new Set(failing.map(({ job }) => job))].toSorted()
}

/**
 * Runs `work` again and again: at once when woken, by news or by hand, or while it says there is more, else every
 * `everyMs`, or when it says. A failure is logged and waits; it never ends the loop. `stop` waits for the run under way.
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
  /** Answers true when there may be more to do right now, or in how many milliseconds to look again at the latest. */
  work: (signal: AbortSignal) => Promise<boolean | number>
}): Loop {
  const stopping = new AbortController()
  let endRest: (() => void) | undefined
  let isWoken = false
  const wake = () => {
    isWoken = true
    endRest?.()
  }
  const offs = wakeOn.map((topic) => ctx.events.on(topic, wake))

  const rest = (forMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, forMs)
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isWoken || stopping.signal.aborted) endRest()
    })

  const round: Round = { name, since: undefined, failures: 0 }
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
      if (isFailed) ctx.log.error({ err: error, job: name }, 'a job failed and will be tried again')
      return false
    } finally {
      round.since = undefined
      ctx.metrics.noteRound(name, (performance.now() - started) / 1000, isFailed)
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false
      const next = await runRound()
      if (next !== true) await rest(next === false ? everyMs : next)
    }
    rounds.delete(round)
  }
  const finished = run()

  return {
    wake,
    async stop() {
      stopping.abort()
      for (const off of offs) off()
      endRest?.()
      await finished
    },
  }
}

/**
 * Does `work` for each item, `atOnce` at a time. One that throws stops none of the others: when all have had their turn, it
 * throws what the first threw, so that the round counts as failed. What has not begun when `signal` is aborted stays undone.
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
