import type { Kysely } from 'kysely'

import type { DB } from '#server/database/tables.ts'

/** Every customer has one account, made in the same tx as the user. */
export async function openAccount(db: Kysely<DB>, userId: number): Promise<void> {
  await db.insertInto('accounts').values({ user_id: userId }).execute()
}
