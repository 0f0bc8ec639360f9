import type { BodyOf } from '#contract/base/endpoint.ts'
import type { fetchServices as endpoint, ImportReason, OfferedService } from '#contract/catalogue/imports.ts'
import { guessPlatform } from '#contract/catalogue/guess-platform.ts'
import { OTHER_PLATFORM } from '#contract/catalogue/platforms.ts'
import type { Context } from '#server/context.ts'
import type { PanelService } from '#server/integrations/panels/read-services.ts'
import { mapInSlices } from '#server/lib/limits/in-slices.ts'
import { fetchProviderList } from '#server/modules/providers/lists/fetch-provider-list.ts'
import { findProvider } from '#server/modules/providers/accounts/find-provider.ts'

import { fetchListAt } from './fetch-list-at.ts'
import { toReasons, toUntaken } from './import-reasons.ts'
import { toPlainLine } from './to-plain-text.ts'

/** What a provider offers, each with the platform we would put it under. */
export async function fetchServices(
  ctx: Context,
  { provider, useCache = false, socialMediaOnly = false }: BodyOf<typeof endpoint>,
): Promise<{ services: OfferedService[]; leftOut: ImportReason[]; fetchedAt: Date }> {
  const found = await findProvider(ctx, provider)
  const { list, fetchedAt } =
    'url' in found
      ? await fetchListAt(ctx, found.url)
      : await fetchProviderList(ctx, found.providerId, { mayBeKept: useCache })
  const offered = await mapInSlices(list.services, toOffered)
  const services = socialMediaOnly ? offered.filter(({ platform }) => platform !== OTHER_PLATFORM) : offered
  return { services, leftOut: toReasons(list.unread.map(toUntaken)), fetchedAt }
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
