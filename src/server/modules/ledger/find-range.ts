import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

/**
 * Numbers (`seq`) of the first and the last row of a period; the last is below the first if the period is empty. A period is
 * one range of the ledger, so its rows always lead from its opening to its closing balance.
 */
export async function findRange(
  db: Kysely<DB>,
  { userId, last, from, to }: { userId: number; last: number; from: Date | undefined; to: Date | undefined },
): Promise<{ first: number; last: number }> {
  const numberAt = (since: Date) => findFirstLineSince(db, { userId, last, since })
  const [first, end] = await Promise.all([
    from === undefined ? 1 : numberAt(from),
    to === undefined ? last + 1 : numberAt(to),
  ])
  return { first, last: end - 1 }
}

/** The number of the first row at or after a time, by binary search over the primary key; `last` + 1 if there is none. */
async function findFirstLineSince(
  db: Kysely<DB>,
  { userId, last, since }: { userId: number; last: number; since: Date },
): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    with recursive half (low, high) as (
      select 1, ${last}::int + 1
      union all
      select case when created_at < ${since} then middle + 1 else low end,
        case when created_at < ${since} then high else middle end
      from (select *, (low + high) / 2 as middle from half where low < high) half
      cross join lateral (
        select created_at from transactions where user_id = ${userId} and seq = middle) line)
    select low as first from half where low >= high`.execute(db)
  return rows[0]?.first ?? last + 1
}
