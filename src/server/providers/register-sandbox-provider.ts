import type { Context } from '#server/context.ts'

import { keyPurpose } from './provider-account.ts'

const SLUG = 'sandbox'

/** Enters the sandbox as a provider, at the address it has today. Answers the provider's id. */
export async function registerSandboxProvider(
  ctx: Context,
  { url, key }: { url: string; key: string },
): Promise<number> {
  const current = {
    api_url: `${new URL(url).origin}/api/v2`,
    key_ciphertext: ctx.secrets.seal(keyPurpose(SLUG), key),
    is_enabled: true,
    is_sandbox: true,
    consecutive_failures: 0,
    paused_until: null,
    last_error: null,
  }
  const { id } = await ctx.db
    .insertInto('providers')
    .values({ slug: SLUG, name: 'Sandbox', ...current })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(current))
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.news.tell({ topic: 'catalogue' })
  return id
}
