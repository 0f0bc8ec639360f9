import { type Insertable, type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

export async function findGatewayRow(db: Kysely<DB>, gateway: string) {
  return db
    .selectFrom('gateways')
    .select(['url', 'merchant', 'key_ciphertext'])
    .where('gateway', '=', gateway)
    .executeTakeFirst()
}

export async function saveGatewayRow(db: Kysely<DB>, row: Insertable<DB['gateways']>): Promise<void> {
  const { url, merchant, key_ciphertext, is_sandbox = false } = row
  await db
    .insertInto('gateways')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet({ url, merchant, key_ciphertext, is_sandbox, updated_at: sql`now()` }),
    )
    .execute()
}

/** Answers whether there was one. */
export async function deleteSandboxGateways(db: Kysely<DB>): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('gateways').where('is_sandbox', '=', true).executeTakeFirst()
  return numDeletedRows > 0n
}
