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
  /** The same results in groups. */
  own: OwnList
  /** The words to highlight in the results. */
  words: readonly string[]
  /** The link that the results are for. */
  linked: LinkTarget | undefined
  /** The server's descriptions are being searched. */
  isSearching: boolean
  /** The first match for the field's text while the list still shows an earlier text. */
  findAhead: () => SearchableService | undefined
  isBehind: boolean
}

const emptyList: readonly never[] = []

/**
 * The picker's results for a text. The field shows a letter immediately, and the list follows when typing pauses: with
 * ten thousand services on a slow machine it would take longer than a keystroke.
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
