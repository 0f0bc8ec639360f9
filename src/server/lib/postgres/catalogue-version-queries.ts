import { type Kysely, sql } from 'kysely'

import type { DB } from './tables.ts'

/** The last thing in a tx: until it ends, whoever changes the catalogue as well waits for it, and nobody else does. */
export async function raiseCatalogueVersion(tx: Kysely<DB>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue_version')
    .set({ version: sql`version + 1` })
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the catalogue has no version')
}
