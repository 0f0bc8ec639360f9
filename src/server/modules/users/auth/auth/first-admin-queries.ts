import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { advisoryLock } from '#server/lib/postgres/advisory-locks.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** One at a time looks whether there is an admin and makes the first one, in whatever process. */
export async function lockFirstAdmin(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock('first admin')})`.execute(tx)
}

export async function replaceSetupLink(
  tx: Tx,
  { token, publicUrl }: { token: string; publicUrl: string },
): Promise<void> {
  await tx.deleteFrom('setup_links').where('used_at', 'is', null).execute()
  await tx
    .insertInto('setup_links')
    .values({ token_hash: hashOf(token), public_url: publicUrl })
    .execute()
}

/** The address of the site as the last link names it. */
export async function findLinkedAddress(db: Kysely<DB>): Promise<string | undefined> {
  const last = await db
    .selectFrom('setup_links')
    .select('public_url')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.public_url ?? undefined
}

/** It stands on a console and in whatever keeps what was said there: for longer it is nobody's to use. */
const isYoung = sql<boolean>`created_at > now() - interval '24 hours'`

export async function isSetupLinkUsable(db: Kysely<DB>, token: string): Promise<boolean> {
  const link = await db
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where(isYoung)
    .executeTakeFirst()
  return link !== undefined
}

/** Answers whether the link was there, unused and young enough. */
export async function useSetupLink(tx: Tx, token: string): Promise<boolean> {
  const used = await tx
    .updateTable('setup_links')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where(isYoung)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** The token is 32 random bytes, so a plain hash can not be guessed back. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
