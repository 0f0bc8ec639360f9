import type { Context } from '#server/context.ts'

type Reading<Value> = { value: Promise<Value>; endedAt: number | undefined; hasFailed: boolean }

/**
 * Caches an expensive read per process. A value younger than `freshMs` is returned unchanged; one younger than `staleMs` is
 * returned and read again in the background, so that frequent readers never wait. A failure is cached for `freshMs`.
 */
export function cacheRead<Value>(
  read: (ctx: Context) => Promise<Value>,
  {
    freshMs,
    staleMs,
    now = () => performance.now(),
  }: { freshMs: number; staleMs: number; now?: () => number },
): (ctx: Context) => Promise<Value> {
  const readings = new WeakMap<Context, { last: Reading<Value>; next?: Reading<Value> | undefined }>()

  function begin(ctx: Context, replaces: Reading<Value> | undefined): Reading<Value> {
    const reading: Reading<Value> = { value: read(ctx), endedAt: undefined, hasFailed: false }
    const end = (isGood: boolean) => () => {
      reading.endedAt = now()
      reading.hasFailed = !isGood
      // A failed background read keeps the old value, until that is stale.
      if (replaces !== undefined) readings.set(ctx, { last: isGood ? reading : replaces })
    }
    reading.value.then(end(true), end(false))
    return reading
  }

  return (ctx) => {
    const known = readings.get(ctx)
    const age = known?.last.endedAt === undefined ? 0 : now() - known.last.endedAt
    if (known === undefined || age >= (known.last.hasFailed ? freshMs : staleMs)) {
      const last = known?.next ?? begin(ctx, undefined)
      readings.set(ctx, { last })
      return last.value
    }
    if (age >= freshMs && known.next === undefined) known.next = begin(ctx, known.last)
    return known.last.value
  }
}
