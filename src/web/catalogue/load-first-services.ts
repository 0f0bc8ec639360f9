import { listCategories, listServices } from '#contract/catalogue.ts'
import type { Call } from '#web/api/make-call.ts'
import { firstKey, type LoadedServices } from './load-services.ts'
import { servicesFailureOf } from './services-failure.ts'

// Apart from load-services.ts: what calls the API brings its schemas along, and only the server needs this.

/** What fits on a tall screen: the rest comes with the index, when the page is first touched. */
const firstCount = 16

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
