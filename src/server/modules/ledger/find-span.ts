import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

import { findFirstLineSince } from './statement-queries.ts'

/**
 * The first and the last line of a period, by their numbers: the last is below the first where it has none. A period
 * is one stretch of the ledger, so its lines always lead from its opening to its closing balance.
 */
export async function findSpan(
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
