import type { Context } from '#server/context.ts'

type Reading<Value> = { value: Promise<Value>; endedAt: number | undefined; hasFailed: boolean }

/**
 * What costs the database something, read once for all who look, in each process. Younger than `freshMs` it is answered as
 * it is. Younger than `staleMs` as well, and read anew behind that, so that whoever looks again and again never waits. A
 * failure is remembered for `freshMs`.
 */
export function remember<Value>(
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
      // One that failed behind a good one leaves it: whoever looks once that is old is told.
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
