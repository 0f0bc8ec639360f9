import { useEffect, useMemo } from 'react'
import { isPackage } from '#contract/catalogue/package-types.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import type { CustomerRates } from '#contract/users/customer-rates.ts'
import { useFirstTouch } from '#web/ui/form/use-first-touch.ts'
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
  /** The search text, and the text of its field. */
  text: string
  setText: (text: string) => void
}

/** The state of the list of services: its filters are in the URL, and run in memory. */
export function useServicesView({ loaded, platform, text, setText }: ServicesSearch) {
  const changeUrl = useUrlChange()
  const catalogue = useServiceIndex()
  const ownRates = useOwnRates()
  const [categoryId] = useUrlState<string>('category', '')
  const [sort, setSorting] = useUrlState<string>('sort', '')
  const [starred, setStarred] = useUrlState<string>('favourites', '')
  const sorting = toSorting(sort)
  const favourites = useFavourites()
  // Visitors have no favourites, whatever the URL says.
  const isSignedIn = useSession() !== null
  const isStarredAlone = starred !== '' && isSignedIn
  const staying = useStaying(isStarredAlone, favourites)
  const { index, load } = catalogue

  useFirstTouch(() => void load())
  const params = new URLSearchParams(usePlaceUnderWay().search)
  // Newly typed text is not in the URL yet, and starts at its first page.
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
  const isInOrder = sorting === '' && text === ''
  const lowest = useMemo(
    () => (index === undefined ? loaded.lowest : lowestOf(index.services, ownRates)),
    [index, loaded.lowest, ownRates],
  )
  const totalPages =
    found === undefined ? sent && loaded.pages?.totalPages : Math.ceil(found.length / servicesPerPage)
  const page = Math.min(asked, totalPages ?? 1)
  const begin = (page - 1) * servicesPerPage
  const failure = catalogue.error === undefined ? loaded.failure : servicesFailureOf(catalogue.error)

  return {
    sorting,
    setSorting,
    categories,
    /** Until the index is loaded, the categories provide the count, if available; they can't count a search. */
    count:
      found?.length ??
      (text === '' && !isStarredAlone && failure === undefined ? countIn(categories, categoryId) : undefined),
    words: useMemo(() => (linked === undefined ? searchWords(text) : []), [linked, text]),
    /** If the search is a link, the results are for it and will be ordered for it. */
    linked,
    link: linked === undefined ? undefined : text.trim(),
    /** The page's rows; undefined while loading. */
    shown: useMemo(() => found?.slice(begin, begin + servicesPerPage), [found, begin]) ?? sent,
    /** By category, if each has its heading: in catalogue order. */
    lowest: isInOrder ? lowest : undefined,
    /** The results as a file; undefined if unknown, or for more favourites than fit in a URL. */
    file:
      found === undefined && sent === undefined
        ? undefined
        : pathOfFile({
            platform: linked?.platform ?? platform,
            categoryId: linked === undefined ? categoryId : '',
            text: linked === undefined ? text.trim() : '',
            ids: isStarredAlone ? found?.map(({ id }) => id) : undefined,
          }),
    /** Sent by the server: the list starts with its texts. */
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

/** By category, the lowest rate per 1000 for this reader, without packages, which have no such rate. */
function lowestOf(
  services: readonly IndexedService[],
  ownRates: CustomerRates | undefined,
): ReadonlyMap<number, bigint> {
  const lowest = new Map<number, bigint>()
  for (const service of services) {
    if (isPackage(service.type)) continue
    const rate = rateFor(service, ownRates)
    const known = lowest.get(service.category.id)
    if (known === undefined || rate < known) lowest.set(service.category.id, rate)
  }
  return lowest
}

type FileOf = {
  platform: string | undefined
  categoryId: string
  text: string
  ids: readonly number[] | undefined
}

const idsMax = 100

function pathOfFile({ platform, categoryId, text, ids }: FileOf): string | undefined {
  if (ids !== undefined && (ids.length === 0 || ids.length > idsMax)) return undefined
  const params = new URLSearchParams({
    ...(platform !== undefined && { platform }),
    ...(categoryId !== '' && { category: categoryId }),
    ...(text !== '' && { search: text }),
    ...(ids !== undefined && { ids: ids.join(',') }),
  })
  return `/api/services/export.csv${params.size > 0 ? `?${params}` : ''}`
}

export type ServicesView = ReturnType<typeof useServicesView>
