import { useEffect, useEffectEvent, useMemo } from 'react'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { pageIn } from '#web/ui/list/read-address.ts'
import { usePlaceUnderWay, useUrlChange, useUrlState } from '#web/ui/url/use-url-state.ts'
import { useFavourites } from '#web/parts/favourites/favourites.ts'
import { useStaying } from './use-staying.ts'
import { useOwnRates } from '#web/parts/wallet/use-own-rates.ts'
import { useSession } from '#web/platform/session/session.ts'
import { searchWords } from '#web/ui/text/fold-text.ts'
import { firstKey, type LoadedServices, servicesPerPage } from './load-services.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { servicesFailureOf } from './services-failure.ts'
import { countIn } from './services-filter.ts'
import { toSorting } from '#web/parts/catalogue/search/sortings.ts'
import { useServiceIndex } from '#web/parts/catalogue/search/use-service-index.ts'

export type ServicesSearch = {
  loaded: LoadedServices
  platform: string | undefined
  /** What is searched, and the box it stands in. */
  text: string
  setText: (text: string) => void
}

/** What the list of services shows of the catalogue: its filters are in the address, and answered from memory. */
export function useServicesView({ loaded, platform, text, setText }: ServicesSearch) {
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

  const touchedFirst = useEffectEvent(() => void load())
  useEffect(() => onFirstTouch(() => touchedFirst()), [])
  const params = new URLSearchParams(usePlaceUnderWay().search)
  // What was just typed is not in the address yet, and begins at its first page.
  const asked = text === (params.get('search') ?? '') ? pageIn(params) : 1
  const key = firstKey(
    platform,
    new URLSearchParams({ category: categoryId, search: text, page: String(asked) }),
  )
  const isFirst = sorting === '' && !isStarredAlone && loaded.firstOf === key
  const sent = isFirst && loaded.first.length > 0 ? loaded.first : undefined
  const isShort = sent === undefined || text !== ''
  useEffect(() => {
    if (isShort) void load()
    // What the server sent is shown until the page is touched, unless it is of something else or a search's first hits.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` changes when the index is here, and asks once
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
  const totalPages =
    found === undefined ? sent && loaded.pages?.totalPages : Math.ceil(found.length / servicesPerPage)
  const page = Math.min(asked, totalPages ?? 1)
  const begin = (page - 1) * servicesPerPage
  const failure = catalogue.error === undefined ? loaded.failure : servicesFailureOf(catalogue.error)

  return {
    sorting,
    setSorting,
    categories,
    /** Until the index is here, the categories know how many there are; a search they can not count. */
    count: found?.length ?? (text === '' && !isStarredAlone ? countIn(categories, categoryId) : undefined),
    words: useMemo(() => (linked === undefined ? searchWords(text) : []), [linked, text]),
    /** What was searched is a link: what is found is for it, and ordered for it. */
    linked,
    link: linked === undefined ? undefined : text.trim(),
    /** The rows of the page; undefined while they are on their way. */
    shown: useMemo(() => found?.slice(begin, begin + servicesPerPage), [found, begin]) ?? sent,
    /** What the server sent along: the list begins with its texts. */
    described: loaded.first,
    page,
    totalPages: totalPages ?? 0,
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

const touches = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'input', 'scroll'] as const

/** Calls `onTouch` once, when the visitor first does anything: a focus that the page sets itself is nothing that they did. */
function onFirstTouch(onTouch: () => void): () => void {
  const first = new AbortController()
  const touched = () => {
    first.abort()
    onTouch()
  }
  for (const touch of touches) addEventListener(touch, touched, { signal: first.signal, passive: true })
  return () => first.abort()
}
