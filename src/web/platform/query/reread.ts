import type { QueryFilters } from '@tanstack/react-query'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { makesCall } from './query.ts'
import { queryClient } from './query-client.ts'

/** Events cause a re-read at most this often. */
const rereadMilliseconds = 1_500

const due = new Set<Endpoint>()

/**
 * After an action: reads these calls again wherever they are shown, and waits for that. Data that can't be read counts
 * as unknown.
 */
export async function reread(...endpoints: readonly Endpoint[]): Promise<void> {
  const filters = filtersOf(endpoints)
  await areSettled(filters)
  await invalidate(filters)
  for (const query of queryClient().getQueryCache().findAll(filters))
    if (query.state.status === 'error' && query.observers.some(isPage)) query.setState({ data: undefined })
}

/** `useLoaded` for data that a page can do without: if it can't be read, the last value stays. */
function isPage({ options }: { options: { throwOnError?: unknown } }): boolean {
  return options.throwOnError !== undefined
}

/**
 * For live events: re-reads some moments later, once for all events until then. On a slow line a running request is not
 * aborted by new events; their data is read once afterwards. If the re-read fails, the last value stays.
 */
export function rereadSoon(...endpoints: readonly Endpoint[]): void {
  const added = endpoints.filter((endpoint) => !due.has(endpoint))
  for (const endpoint of added) {
    due.add(endpoint)
    setTimeout(() => void rereadDue(endpoint), rereadMilliseconds)
  }
}

async function rereadDue(endpoint: Endpoint): Promise<void> {
  const filters = filtersOf([endpoint])
  await areSettled(filters)
  due.delete(endpoint)
  await invalidate(filters)
}

function filtersOf(endpoints: readonly Endpoint[]): QueryFilters {
  return { predicate: ({ queryKey }) => endpoints.some((endpoint) => makesCall(queryKey, endpoint)) }
}

/** A pending response may be from before the change. */
async function areSettled(filters: QueryFilters): Promise<void> {
  const underWay = queryClient()
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
  await Promise.allSettled(underWay.map(({ promise }) => promise))
}

/** Data that is not shown is fetched when it is: see `load`. */
function invalidate(filters: QueryFilters): Promise<void> {
  return queryClient().invalidateQueries(filters, { cancelRefetch: false })
}
