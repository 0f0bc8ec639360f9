import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type KeptLogo = { hash: string; width: number; height: number; bytes: Buffer }

export async function writeLogo(tx: Tx, logo: KeptLogo): Promise<void> {
  await tx
    .insertInto('brand_logo')
    .values(logo)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(logo))
    .execute()
}

export async function deleteLogo(tx: Tx): Promise<void> {
  await tx.deleteFrom('brand_logo').execute()
}

export async function findLogoHash(db: Kysely<DB>): Promise<string | undefined> {
  return (await db.selectFrom('brand_logo').select('hash').executeTakeFirst())?.hash
}

export async function findLogoBytes(db: Kysely<DB>, hash: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('brand_logo').select('bytes').where('hash', '=', hash).executeTakeFirst()
  return row?.bytes
}
