import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

import { findOrderLettersRow } from './emails-queries.ts'

/** What proves the links that turn off news of orders and payments, and of favourites. */
export async function findOrderLettersKey(db: Kysely<DB>): Promise<Buffer> {
  return (await findOrderLettersRow(db)).unsubscribe_key
}
