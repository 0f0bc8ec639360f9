import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOrderedServices } from '#contract/catalogue/favourites.ts'
import { loadFavourites, readFavourites, useFavourites } from '#web/parts/favourites/favourites.ts'
import { logged, queryOf } from '#web/platform/query/query.ts'
import { queryClient } from '#web/platform/query/query-client.ts'

const ordered = logged(queryOf(listOrderedServices, { query: {} }))
const none: ReadonlySet<number> = new Set()
const noneOrdered: readonly number[] = []

/**
 * Fetches the customer's favourites and recent services before the list opens, and returns a function that reads them,
 * once per search, so that nothing moves while the user selects. Failed requests are left out.
 */
export function useOwnServices(): () => { favourites: ReadonlySet<number>; ordered: readonly number[] } {
  useQuery(ordered, queryClient())
  // Subscribed, and fetched again.
  useFavourites()
  useEffect(() => void loadFavourites(), [])
  return readOwnServices
}

function readOwnServices() {
  const known = queryClient().getQueryData<{ service_ids: readonly number[] }>(ordered.queryKey)
  return { favourites: readFavourites() ?? none, ordered: known?.service_ids ?? noneOrdered }
}
