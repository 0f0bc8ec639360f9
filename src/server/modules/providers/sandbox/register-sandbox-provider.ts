import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { keyPurpose } from '#server/modules/providers/accounts/provider-account.ts'
import { upsertSandbox } from './sandbox-provider-queries.ts'

export const SANDBOX_SLUG = 'sandbox'

/** Enters the sandbox as a provider, at the address it has today. Answers the provider's id. */
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
