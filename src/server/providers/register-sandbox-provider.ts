import type { Context } from '#server/context.ts'

import { keyPurpose } from './provider-account.ts'

export const SANDBOX_SLUG = 'sandbox'

/** Enters the sandbox as a provider, at the address it has today. Answers the provider's id. */
export async function registerSandboxProvider(
  ctx: Context,
  { url, key }: { url: string; key: string },
): Promise<number> {
  const current = {
    api_url: `${new URL(url).origin}/api/v2`,
    key_ciphertext: ctx.secrets.seal(keyPurpose(SANDBOX_SLUG), key),
    is_enabled: true,
    is_sandbox: true,
    consecutive_failures: 0,
    paused_until: null,
    last_error: null,
  }
  const { id } = await ctx.db
    .insertInto('providers')
    .values({ slug: SANDBOX_SLUG, name: 'Sandbox', ...current })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(current))
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.news.tell({ topic: 'catalogue' })
  return id
}

/** Switches it off when the product runs without its sandbox: whatever listens at that address now is not ours. */
export async function retireSandboxProvider(ctx: Context): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('providers')
    .set({ is_enabled: false })
    .where('is_sandbox', '=', true)
    .where('slug', '=', SANDBOX_SLUG)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) ctx.news.tell({ topic: 'catalogue' })
}
