import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { ObserveCalls } from '#server/lib/http/outbound/guarded-fetch.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

type Counting = Pick<Context, 'db' | 'log'>

/** Counts are gathered this long before they are written. */
const GATHER_MS = 5_000

const countedOf = new WeakMap<Counting, Map<number, Calls>>()

/** Counts duration and success of each call, summed over all processes in the database. */
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

/** Counts not yet written are lost when the process ends or the database is down: nothing depends on them. */
export async function writeCounted(ctx: Counting): Promise<void> {
  const counted = countedOf.get(ctx)
  if (counted === undefined || counted.size === 0) return
  countedOf.delete(ctx)
  try {
    await addCalls(ctx.db, counted)
  } catch (error) {
    ctx.log.debug({ err: error }, 'the call counts of providers were not written')
  }
}

/** Number of calls, of those without an answer, and total and longest duration in milliseconds. */
export type Calls = { calls: number; failures: number; milliseconds: number; slowest: number }

/** Adds to the current hour. Providers deleted meanwhile are left out. */
async function addCalls(db: Kysely<DB>, counted: ReadonlyMap<number, Calls>): Promise<void> {
  const all = [...counted.values()]
  await sql`
    insert into provider_calls (provider_id, hour, calls, failures, milliseconds, slowest)
    select providers.id, date_trunc('hour', now()), calls, failures, milliseconds, slowest
    from unnest(${[...counted.keys()]}::int[], ${all.map(({ calls }) => calls)}::int[],
      ${all.map(({ failures }) => failures)}::int[], ${all.map(({ milliseconds }) => milliseconds)}::bigint[],
      ${all.map(({ slowest }) => slowest)}::int[]) as counted (id, calls, failures, milliseconds, slowest)
    join providers on providers.id = counted.id
    order by 1
    on conflict (provider_id, hour) do update set calls = provider_calls.calls + excluded.calls,
      failures = provider_calls.failures + excluded.failures,
      milliseconds = provider_calls.milliseconds + excluded.milliseconds,
      slowest = greatest(provider_calls.slowest, excluded.slowest)`.execute(db)
}
