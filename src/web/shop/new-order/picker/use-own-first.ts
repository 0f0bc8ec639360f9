import { type KeyboardEvent, useMemo, useState } from 'react'
import type { SearchableService } from '#web/parts/catalogue/search/search-services.ts'
import { readFavourites } from '#web/parts/favourites/favourites.ts'
import { useOwnServices } from './own-services.ts'
import { useStar } from '#web/parts/favourites/use-star.ts'
import { type OwnFirst, ownFirst } from './own-first.ts'

export type OwnList = OwnFirst & {
  hasFavourites: boolean
  /** Only favourites. */
  isAlone: boolean
  setIsAlone: (isAlone: boolean) => void
}

/**
 * The results with the customer's own services on top. Stars are read once per search: starring while the list is open
 * moves nothing in it.
 */
export function useOwnFirst(
  found: readonly SearchableService[],
  text: string,
  isForLink: boolean,
): OwnList & { firstOf: (...what: Sought) => SearchableService | undefined } {
  const readOwn = useOwnServices()
  const [isAlone, setIsAlone] = useState(false)
  return useMemo(() => {
    const inGroups = (...[services, sought, isLinked]: Sought): OwnFirst => {
      const own = readOwn()
      const kept = isAlone ? services.filter(({ id }) => own.favourites.has(id)) : services
      // For a link, the cheapest services come first, even before ordered ones.
      return isLinked ? { services: kept, groups: [] } : ownFirst(kept, own, sought)
    }
    return {
      ...inGroups(found, text, isForLink),
      hasFavourites: readOwn().favourites.size > 0,
      isAlone,
      setIsAlone,
      firstOf: (...what) => inGroups(...what).services[0],
    }
  }, [found, text, isForLink, isAlone, readOwn])
}

type Sought = [services: readonly SearchableService[], text: string, isForLink: boolean]

/** The browser's bookmark key: here it stars the highlighted service. Returns whether it was that key. */
export function useStarKey(): (event: KeyboardEvent, meant: SearchableService | undefined) => boolean {
  const star = useStar()
  return (event, meant) => {
    const isKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd'
    if (!isKey || meant === undefined) return false
    event.preventDefault()
    star(meant.id, readFavourites()?.has(meant.id) !== true)
    return true
  }
}
