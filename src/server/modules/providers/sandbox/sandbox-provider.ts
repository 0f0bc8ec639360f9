import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { keyPurpose } from '#server/modules/providers/accounts/provider-account.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { freshState } from '#server/modules/providers/breakers/fresh-state.ts'

export const SANDBOX_SLUG = 'sandbox'

/** Adds or updates the sandbox as a provider at its current address. Returns its id. */
export async function registerSandboxProvider(
  ctx: Context,
  { url, key }: { url: string; key: string },
): Promise<number> {
  return transact(ctx, async (tx, publish) => {
    publish({ topic: 'catalogue' })
    return upsertSandbox(tx, SANDBOX_SLUG, {
      api_url: `${new URL(url).origin}/api/v2`,
      key_ciphertext: ctx.secrets.seal(keyPurpose(SANDBOX_SLUG), key),
    })
  })
}

/** It runs on this machine. */
const pace = { calls_at_once: 20, calls_per_second: 100 }

/** Returns its id. Name, pace and limits stay as staff set them; the rest is updated. */
async function upsertSandbox(
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
    // Its charges always match its list.
    .values({ slug, name: 'Sandbox', first_orders: null, ...pace, ...row })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
