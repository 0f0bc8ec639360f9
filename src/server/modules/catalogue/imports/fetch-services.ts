import { type Kysely, sql } from 'kysely'

import type { BodyOf } from '#contract/base/endpoint.ts'
import type { AddressReason } from '#contract/base/error-reasons.ts'
import { AppError } from '#contract/base/errors.ts'
import { guessPlatform } from '#contract/catalogue/guess-platform.ts'
import type { fetchServices as endpoint, ImportReason, OfferedService } from '#contract/catalogue/imports.ts'
import { OTHER_PLATFORM } from '#contract/catalogue/platforms.ts'
import type { Context } from '#server/context.ts'
import { panel } from '#server/integrations/panels/panel-client.ts'
import type { PanelService } from '#server/integrations/panels/panel.ts'
import { checkUrl } from '#server/lib/http/outbound/allowed-addresses.ts'
import { mapInSlices } from '#server/lib/event-loop/in-slices.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { canConnect, refuseReal } from '#server/modules/audit-log/mode/refuse-real.ts'
import { findProvider } from '#server/modules/providers/accounts/find-provider.ts'
import { toProviderFailed } from '#server/modules/providers/pacing/call-provider.ts'
import { type FetchedList, fetchProviderList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import { readTranslatorSetting } from '#server/modules/settings/settings-with-secrets.ts'

import { toReasons, toRemark } from './import-reasons.ts'
import { toPlainLine } from './to-plain-text.ts'

/** A provider's price list, each service with its guessed platform. */
export async function fetchServices(
  ctx: Context,
  { provider, useCache = false, socialMediaOnly = false }: BodyOf<typeof endpoint>,
): Promise<{ services: OfferedService[]; leftOut: ImportReason[]; fetchedAt: Date }> {
  const found = await findProvider(ctx, provider)
  const { list, fetchedAt } =
    'url' in found
      ? await fetchListAt(ctx, found.url)
      : await fetchProviderList(ctx, found.providerId, { mayBeStored: useCache })
  const offered = await mapInSlices(list.services, toOffered)
  const services = socialMediaOnly ? offered.filter(({ platform }) => platform !== OTHER_PLATFORM) : offered
  return { services, leftOut: toReasons(list.unread.map(toRemark)), fetchedAt }
}

/** Providers to import from, also for staff without permission to see provider accounts. */
export async function listImportSources(ctx: Context) {
  const translator = await readTranslatorSetting(ctx)
  return {
    sources: await listSources(ctx.db),
    can_add: await canConnect(ctx),
    has_translator: translator !== undefined,
  }
}

async function listSources(db: Kysely<DB>): Promise<{ slug: string; name: string; has_key: boolean }[]> {
  const { rows } = await sql<{ slug: string; name: string; has_key: boolean }>`
    select slug, name, key_ciphertext is not null as has_key from providers order by id`.execute(db)
  return rows
}

function toOffered(service: PanelService): OfferedService {
  const name = toPlainLine(service.name, 500)
  const category = toPlainLine(service.category, 200)
  return {
    service: service.service,
    name,
    category,
    type: service.type === '' ? 'Default' : service.type,
    rate: service.rate,
    min: String(service.min),
    max: String(service.max),
    refill: service.refill,
    cancel: service.cancel,
    dripfeed: service.dripfeed,
    platform: guessPlatform(name, category),
  }
}

/** The list at a URL of no configured provider: for viewing only, since nothing can be ordered there. */
async function fetchListAt(ctx: Context, url: string): Promise<FetchedList> {
  await refuseReal(ctx.db, url)
  const fetchedAt = ctx.clock()
  const answer = await panel.servicesAt(url, { allowedNetworks: ctx.config.allowedNetworks })
  if ('kind' in answer && answer.kind === 'not_sent' && answer.isRefused)
    throw new AppError('url_refused', { reason: whyRefused(url, ctx.config) })
  if ('kind' in answer || !answer.ok) throw toProviderFailed(answer.fault)
  return { list: answer.value, fetchedAt }
}

/** `not_public`: the URL itself is allowed, so its host name resolved to a private address. */
function whyRefused(url: string, { allowedNetworks }: Context['config']): AddressReason {
  const checked = checkUrl(url, { allowedNetworks })
  return 'refusal' in checked ? checked.refusal : 'not_public'
}
