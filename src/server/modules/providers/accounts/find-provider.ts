import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { toPanelUrl } from '#server/integrations/panels/panel-account.ts'

import { listProviderAddresses } from '#server/modules/providers/providers-queries.ts'

/** A provider of ours, or an address that belongs to none. */
export type ProviderReference = { providerId: number } | { url: string }

/** By number, slug, or address. An address that is a provider's own means that provider. Throws `provider_not_found`. */
export async function findProvider(ctx: Context, reference: number | string): Promise<ProviderReference> {
  const providers = await listProviderAddresses(ctx.db)
  const text = String(reference)
  if (/^https?:\/\//i.test(text)) {
    const owner = providers.find(({ api_url }) => isSameAddress(api_url, text))
    return owner === undefined ? { url: text } : { providerId: owner.id }
  }
  const found = providers.find(({ id, slug }) => slug === text.toLowerCase() || String(id) === text)
  if (found === undefined) throw new AppError('provider_not_found')
  return { providerId: found.id }
}

/** Apart from a slash at the end and from what follows a question mark, where other panels want the key. */
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [URL.parse(toPanelUrl(one)), URL.parse(toPanelUrl(other))]
  if (a === null || b === null || a.origin !== b.origin) return false
  return a.pathname.replace(/\/+$/, '') === b.pathname.replace(/\/+$/, '')
}
