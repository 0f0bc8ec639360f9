import type { Context } from '#server/context.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'

import { addCalls, type Calls } from './provider-calls-queries.ts'

type Counting = Pick<Context, 'db' | 'log'>

/** Counted here that long before it is written: it is looked at by people. */
const GATHER_MS = 5_000

const countedOf = new WeakMap<Counting, Map<number, Calls>>()

/** Counts what each call to a provider took and whether it was answered, of all processes together. */
export function countCalls(ctx: Context, providerId: number): ObserveCalls {
  return () =>
    ({ answer, seconds }) => {
      const counted = countedOf.get(ctx) ?? new Map<number, Calls>()
      countedOf.set(ctx, counted)
      if (counted.size === 0) setTimeout(() => void writeCounted(ctx), GATHER_MS).unref()
      const own = counted.get(providerId) ?? { calls: 0, failures: 0, milliseconds: 0, slowest: 0 }
      const milliseconds = Math.round(seconds * 1000)
      const isFailure = answer.kind !== 'answered' || answer.status >= 500
      counted.set(providerId, {
        calls: own.calls + 1,
        failures: own.failures + (isFailure ? 1 : 0),
        milliseconds: own.milliseconds + milliseconds,
        slowest: Math.max(own.slowest, milliseconds),
      })
    }
}

/** What is counted and not written when the process ends, or the database is away, is lost: it decides nothing. */
export async function writeCounted(ctx: Counting): Promise<void> {
  const counted = countedOf.get(ctx)
  if (counted === undefined || counted.size === 0) return
  countedOf.delete(ctx)
  try {
    await addCalls(ctx.db, counted)
  } catch (error) {
    ctx.log.debug({ err: error }, "what was counted of the providers' answers was not written")
  }
}
