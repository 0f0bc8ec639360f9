import { listPicks, listServicePage } from '#contract/catalogue-pages.ts'
import { listCategories } from '#contract/catalogue.ts'
import { limits } from '#contract/limits.ts'
import { platformOfLink } from '#contract/platform-of-link.ts'
import { callWhole } from '#web/api/call-whole.ts'
import type { Call } from '#web/api/make-call.ts'
import { rangeOf } from '#web/site/rate-range.ts'
import { firstKey, type LoadedServices, pageOf } from './load-services.ts'
import { readName } from './read-name.ts'
import { servicesFailureOf } from './services-failure.ts'

// Apart from load-services.ts: what calls the API brings its schemas along, and only the server needs this.

/** What fits on a tall screen: the rest comes with the index, when the page is first touched. */
const firstCount = 16

type Asked = { platform: string | undefined; searchParams: URLSearchParams; signal: AbortSignal }

/** A page by its number, which links lead to for whoever has no script, is longer: the fewer there are. */
export const servicesPerPage = 50

/**
 * On the server: a screenful, or the page that is asked for by its number; without the index. Searched with a link, all of its
 * platform: how well each fits, the index knows.
 */
export async function loadFirstServices(
  call: Call,
  { platform, searchParams, signal }: Asked,
): Promise<LoadedServices> {
  const category = Number(searchParams.get('category'))
  const search = searchParams.get('search')?.trim().slice(0, limits.searchMax)
  const linked = platformOfLink(search ?? '')
  const page = pageOf(searchParams)
  const query = {
    platform: linked ?? platform,
    category: Number.isSafeInteger(category) && category > 0 ? category : undefined,
    search: search === '' || linked !== undefined ? undefined : search,
    page: page ?? 1,
    limit: page === undefined ? firstCount : servicesPerPage,
  }
  try {
    const [{ services, pagination }, categories, picks] = await Promise.all([
      call(listServicePage, { query }, { signal }),
      callWhole(call, listCategories),
      call(listPicks),
    ])
    const first = services.map(({ average_time: averageTime, measured_time: measuredTime, ...service }) => ({
      ...service,
      averageTime,
      measuredTime,
      read: readName(service),
    }))
    const totalPages = Math.ceil(pagination.totalItems / servicesPerPage)
    const range = rangeOf(picks.platforms, platform)
    return {
      first,
      firstOf: firstKey(platform, searchParams),
      pages: { page, totalPages },
      range,
      categories,
      failure: undefined,
    }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}
