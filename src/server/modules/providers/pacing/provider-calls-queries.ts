import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/** How many there were, how many of them got no answer, what they took together and the slowest, in milliseconds. */
export type Calls = { calls: number; failures: number; milliseconds: number; slowest: number }

/** To the hour that it is. A provider that was deleted meanwhile is left out. */
export async function addCalls(db: Kysely<DB>, counted: ReadonlyMap<number, Calls>): Promise<void> {
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

/** Rows are few: an hour of a provider is one. */
export async function deleteOldCalls(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('provider_calls').where('hour', '<', before).execute()
}
