import type { Kysely } from 'kysely'

import type { DB } from '#server/database/tables.ts'

import { findOrderLettersRow } from './mails-queries.ts'

/** What proves the links that turn off news of orders and payments, and of favourites. */
export async function findOrderLettersKey(db: Kysely<DB>): Promise<Buffer> {
  return (await findOrderLettersRow(db)).unsubscribe_key
}
