import { listPicks, listServicePage } from '#contract/catalogue/service-pages.ts'
import { listCategories } from '#contract/catalogue/catalogue.ts'
import { limits } from '#contract/base/limits.ts'
import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import { callWhole } from '#web/platform/api/call-whole.ts'
import type { Call } from '#web/platform/api/make-call.ts'
import { pageIn } from '#web/ui/list/read-address.ts'
import { rangeOf } from '#web/site/pricing/rate-range.ts'
import { firstKey, type LoadedServices, servicesPerPage } from './load-services.ts'
import { servicesFailureOf } from './services-failure.ts'

// Separate from load-services.ts: calling the API pulls in its schemas, and only the server needs this.

type Asked = { platform: string | undefined; searchParams: URLSearchParams; signal: AbortSignal }

/**
 * On the server: the requested page, without the index. When searching for a link, all services of its platform: only
 * the index knows how well each one fits.
 */
export async function loadFirstServices(
  call: Call,
  { platform, searchParams, signal }: Asked,
): Promise<LoadedServices> {
  const category = Number(searchParams.get('category'))
  const search = searchParams.get('search')?.trim().slice(0, limits.searchMax)
  const linked = platformOfLink(search ?? '')
  const page = pageIn(searchParams)
  const query = {
    platform: linked ?? platform,
    category: Number.isSafeInteger(category) && category > 0 ? category : undefined,
    search: search === '' || linked !== undefined ? undefined : search,
    page,
    limit: servicesPerPage,
  }
  try {
    const [{ services, lowest, pagination }, categories, picks] = await Promise.all([
      call(listServicePage, { query }, { signal }),
      callWhole(call, listCategories),
      call(listPicks),
    ])
    const first = services.map(({ average_time: averageTime, measured_time: measuredTime, ...service }) => ({
      ...service,
      averageTime,
      measuredTime,
    }))
    const totalPages = Math.ceil(pagination.totalItems / servicesPerPage)
    const range = rangeOf(picks.platforms, platform)
    return {
      first,
      firstOf: firstKey(platform, searchParams),
      pages: { page, totalPages },
      range,
      lowest: new Map(lowest.map(({ category: one, rate }) => [one, rate])),
      categories,
      failure: undefined,
    }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}
