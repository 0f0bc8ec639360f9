import { useMemo } from 'react'
import type { LinkTarget } from '#contract/orders/link-target.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import type { SearchableService, ServiceFilter } from '#web/parts/catalogue/search/search-services.ts'
import type { ServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import type { Order } from '#web/parts/catalogue/search/sort-services.ts'
import { searchWords } from '#web/ui/text/fold-text.ts'
import { useRested } from '#web/ui/form/use-rested.ts'
import { useOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import { useDescriptionSearch } from './use-description-search.ts'
import { type OwnList, useOwnFirst } from './use-own-first.ts'

export type PickerFilter = Omit<ServiceFilter, 'text'>

export type PickerSearch = {
  found: readonly SearchableService[]
  /** The same, in the groups that they stand in. */
  own: OwnList
  /** What is marked in what was found. */
  words: readonly string[]
  /** The link that these are for. */
  linked: LinkTarget | undefined
  /** The server is asked for descriptions. */
  isSearching: boolean
  /** The first match of the field's text, while the list is still of an earlier text. */
  findAhead: () => SearchableService | undefined
  isBehind: boolean
}

const emptyList: readonly never[] = []

/**
 * The picker's results for a text. The field shows its letter first, and the list follows when the keys rest: with ten
 * thousand services on a slow machine it would take longer than a key.
 */
export function usePickerSearch(
  index: ServiceIndex | undefined,
  typed: string,
  { platform, categoryId, linked }: PickerFilter,
): PickerSearch {
  const text = useRested(typed)
  const ownRates = useOwnRates()
  const find = useMemo(() => {
    const order: Order = { sorting: '', rateOf: (service) => rateFor(service, ownRates) }
    return (sought: string) => index?.find({ text: sought, platform, categoryId, linked }, order) ?? emptyList
  }, [index, platform, categoryId, linked, ownRates])
  const hits = useMemo(() => find(text), [find, text])
  const link = useMemo(() => index?.linkIn(text), [index, text])
  const { more, isSearching } = useDescriptionSearch(link === undefined ? text : '', hits, index)
  const all = useMemo(() => (more.length === 0 ? hits : [...hits, ...more]), [hits, more])
  const words = useMemo(() => (link === undefined ? searchWords(text) : emptyList), [link, text])
  const isForLinked = text.trim() === '' && (platform === undefined || platform === linked?.platform)
  const meant = link ?? (isForLinked ? linked : undefined)
  const own = useOwnFirst(all, text, meant !== undefined)
  return {
    found: own.services,
    own,
    words,
    linked: meant,
    isSearching,
    findAhead: () => own.firstOf(find(typed), typed, index?.linkIn(typed) !== undefined),
    isBehind: text !== typed,
  }
}
