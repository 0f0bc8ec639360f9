import type { Kysely } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

import { freshState } from '#server/modules/providers/accounts/new-start.ts'

/** It is on this machine and ours. */
const pace = { calls_at_once: 20, calls_per_second: 100 }

/** Answers its id. Its name, pace and limits are whatever staff made of them; the rest is what it is today. */
export async function upsertSandbox(
  db: Kysely<DB>,
  slug: string,
  current: { api_url: string; key_ciphertext: Buffer },
): Promise<number> {
  const row = {
    ...current,
    is_enabled: true,
    is_sandbox: true,
    ...freshState,
  }
  const { id } = await db
    .insertInto('providers')
    // What it charges is what its list says.
    .values({ slug, name: 'Sandbox', first_orders: null, ...pace, ...row })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
