import { useEffect, useMemo } from 'react'
import { rateFor } from '#contract/rate-for.ts'
import { useFirstTouch } from '#web/ui/use-first-touch.ts'
import { useUrlChange, useUrlState } from '#web/ui/use-url-state.ts'
import { useFavourites } from '#web/favourites/favourites.ts'
import { useStaying } from '#web/favourites/use-staying.ts'
import { useOwnRates } from '#web/wallet/use-own-rates.ts'
import { useSession } from '#web/session/session.ts'
import { searchWords } from '#web/ui/fold-text.ts'
import { firstKey, type LoadedServices } from './load-services.ts'
import type { IndexedService } from './search-services.ts'
import { servicesFailureOf } from './services-failure.ts'
import { countIn } from './services-filter.ts'
import { toSorting } from './sortings.ts'
import { useServiceIndex } from './use-service-index.ts'

export type ServicesSearch = {
  loaded: LoadedServices
  platform: string | undefined
  /** What is searched, and the box it stands in. */
  text: string
  setText: (text: string) => void
}

/** What the list of services shows of the catalogue: its filters are in the address, and answered from memory. */
export function useServicesView(
  { loaded, platform, text, setText }: ServicesSearch,
  fetchList: () => Promise<unknown>,
) {
  const changeUrl = useUrlChange()
  const catalogue = useServiceIndex()
  const ownRates = useOwnRates()
  const [categoryId] = useUrlState<string>('category', '')
  const [sort, setSorting] = useUrlState<string>('sort', '')
  const [starred, setStarred] = useUrlState<string>('favourites', '')
  const sorting = toSorting(sort)
  const favourites = useFavourites()
  // Whoever is not signed in has none, whatever the address says.
  const isSignedIn = useSession() !== null
  const isStarredAlone = starred !== '' && isSignedIn
  const staying = useStaying(isStarredAlone, favourites)
  const { index, load } = catalogue

  function fetchAll(): void {
    void fetchList().catch(() => {}) // told where the list is missing
    void load()
  }
  // A numbered page stays as it is read; what is searched or sorted is looked up in all.
  const isNumbered = loaded.pages?.page !== undefined
  useFirstTouch(() => {
    if (!isNumbered) fetchAll()
  })
  const asked = new URLSearchParams({ category: categoryId, search: text })
  const isFirst = sorting === '' && !isStarredAlone && loaded.firstOf === firstKey(platform, asked)
  const first = isFirst ? loaded.first : []
  const isShort = first.length === 0 || text !== ''
  useEffect(() => {
    if (isShort) fetchAll()
    // What the server sent is shown until the page is touched, unless it is of something else or a search's first hits.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `fetchAll` is another function each time, and asks once
  }, [isShort])

  const allCategories = index?.categories ?? loaded.categories
  const categories = useMemo(
    () => allCategories.filter((category) => platform === undefined || category.platform === platform),
    [allCategories, platform],
  )
  const found = useMemo(() => {
    const id = categoryId === '' ? undefined : Number(categoryId)
    const order = { sorting, rateOf: (service: IndexedService) => rateFor(service, ownRates) }
    const all = index?.find({ text, platform, categoryId: id }, order)
    if (!isStarredAlone) return all
    return staying && all?.filter((service) => staying.has(service.id))
  }, [index, text, platform, categoryId, sorting, ownRates, isStarredAlone, staying])
  const linked = useMemo(() => index?.linkIn(text), [index, text])
  const failure = catalogue.error === undefined ? loaded.failure : servicesFailureOf(catalogue.error)

  return {
    sorting,
    setSorting,
    categories,
    found,
    /** Until the index is here, the categories know how many there are; a search they can not count. */
    count: found?.length ?? (text === '' && !isStarredAlone ? countIn(categories, categoryId) : undefined),
    words: useMemo(() => (linked === undefined ? searchWords(text) : []), [linked, text]),
    /** What was searched is a link: what is found is for it, and ordered for it. */
    linked,
    link: linked === undefined ? undefined : text.trim(),
    first,
    /** Until the whole list stands there. */
    pages: found === undefined && isFirst ? loaded.pages : undefined,
    failure: found === undefined ? failure : undefined,
    favourites,
    isStarredAlone,
    setStarredAlone: (isOn: boolean) => setStarred(isOn ? '1' : ''),
    isEmpty: index?.services.length === 0,
    isLoading: catalogue.isLoading,
    load,
    reset: () => {
      setText('')
      changeUrl(() => ({ pathname: '/services', search: '' }))
    },
  }
}

export type ServicesView = ReturnType<typeof useServicesView>
