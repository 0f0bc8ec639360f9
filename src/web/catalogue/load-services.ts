import { type Category, listCategories, listServices } from '#contract/catalogue.ts'
import type { Call } from '#web/api/make-call.ts'
import type { DescribedService } from './first-services.tsx'
import { loadServiceIndex } from './service-index.ts'
import { type ServicesFailure, servicesFailureOf } from './services-failure.ts'

/** What fits on a tall screen: the rest comes with the index, when the page is first touched. */
const firstCount = 16

export type LoadedServices = {
  first: readonly DescribedService[]
  /** What the first ones are of: within the app the address changes without asking anew. */
  firstOf: string
  categories: readonly Category[]
  failure: ServicesFailure | undefined
}

type Asked = { platform: string | undefined; searchParams: URLSearchParams; signal: AbortSignal }

/** On the server: a screenful, without the index. */
export async function loadFirstServices(
  call: Call,
  { platform, searchParams, signal }: Asked,
): Promise<LoadedServices> {
  const category = Number(searchParams.get('category'))
  const search = searchParams.get('search')?.trim().slice(0, 100)
  const query = {
    platform,
    category: Number.isSafeInteger(category) && category > 0 ? category : undefined,
    search: search === '' ? undefined : search,
    limit: firstCount,
  }
  try {
    const [services, categories] = await Promise.all([
      call(listServices, { query }, { signal }),
      call(listCategories),
    ])
    const first = services
      .slice(0, firstCount)
      .map(({ average_time: averageTime, ...service }) => ({ ...service, averageTime }))
    return { first, firstOf: firstKey(platform, searchParams), categories, failure: undefined }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}

/** Within the app the index is all that is needed. */
export async function loadCategories(): Promise<LoadedServices> {
  try {
    const { categories } = await loadServiceIndex()
    return { first: [], firstOf: '', categories, failure: undefined }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}

/** In the catalogue's order: of a list that is sorted otherwise, the first are not known before the index is here. */
export function firstKey(platform: string | undefined, params: URLSearchParams): string {
  const filters = ['category', 'search'].map((name) => params.get(name)?.trim() ?? '')
  return [platform ?? '', ...filters].join(' ')
}
