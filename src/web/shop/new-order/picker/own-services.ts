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
 * Asks for what stands on top of a list of services, before it is opened, and answers how to read it: at each search, so that
 * nothing moves under whoever looks at what was found. What can not be had is left out.
 */
export function useOwnServices(): () => { favourites: ReadonlySet<number>; ordered: readonly number[] } {
  useQuery(ordered, queryClient())
  // Held, and asked for again.
  useFavourites()
  useEffect(() => void loadFavourites(), [])
  return readOwnServices
}

function readOwnServices() {
  const known = queryClient().getQueryData<{ service_ids: readonly number[] }>(ordered.queryKey)
  return { favourites: readFavourites() ?? none, ordered: known?.service_ids ?? noneOrdered }
}
