import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import { toPanelUrl } from '#server/integrations/panels/panel-account.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** A stored provider, or an address that belongs to none. */
type ProviderReference = { providerId: number } | { url: string }

/**
 * Finds a provider by id, slug or address. An address that belongs to a stored provider means that provider. Throws
 * `provider_not_found`.
 */
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

/** Ignores a trailing slash and the query string, where some panels expect the key. */
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [URL.parse(toPanelUrl(one)), URL.parse(toPanelUrl(other))]
  if (a === null || b === null || a.origin !== b.origin) return false
  return a.pathname.replace(/\/+$/, '') === b.pathname.replace(/\/+$/, '')
}

function listProviderAddresses(db: Kysely<DB>) {
  return db.selectFrom('providers').select(['id', 'slug', 'api_url']).execute()
}
