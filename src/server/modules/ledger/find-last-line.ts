import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

import { findTotals } from './account-queries.ts'

/** The number of the newest line of a customer's ledger; 0 where there is none. */
export async function findLastLine(db: Kysely<DB>, userId: number): Promise<number> {
  return (await findTotals(db, userId))?.transactions_seq ?? 0
}
