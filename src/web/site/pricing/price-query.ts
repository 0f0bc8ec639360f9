import { pageSorts } from '#contract/catalogue/service-pages.ts'
import { platforms } from '#contract/catalogue/platforms.ts'

/** The price list's query in the URL; invalid values are ignored. */
export type PriceQuery = {
  platform: string | undefined
  search: string
  sort: (typeof pageSorts)[number] | undefined
  /** As typed, to be parsed in the reader's language. */
  quantity: string
  page: number
}

export const usualQuantity = 1_000
/** Even with the longest names a page takes less than twelve phone screens. */
export const pricesPerPage = 40

export function readPriceQuery(params: URLSearchParams): PriceQuery {
  const asked = params.get('platform')?.toLowerCase()
  const page = params.get('page') ?? ''
  return {
    platform: platforms.find((name) => name.toLowerCase() === asked),
    search: (params.get('search') ?? '').trim().slice(0, 100),
    sort: pageSorts.find((sort) => sort === params.get('sort')),
    quantity: (params.get('quantity') ?? '').trim().slice(0, 40),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/**
 * The URL of another page, or of the same list with other filters: contains only values that differ from the defaults.
 */
export function toPriceAddress(query: PriceQuery, change: Partial<PriceQuery> = {}): string {
  const { platform, search, sort, quantity, page } = { ...query, ...change }
  const params = new URLSearchParams()
  if (platform !== undefined) params.set('platform', platform.toLowerCase())
  if (search !== '') params.set('search', search)
  if (sort !== undefined) params.set('sort', sort)
  if (quantity !== '') params.set('quantity', quantity)
  if (page > 1) params.set('page', String(page))
  const text = params.toString()
  return text === '' ? '/pricing' : `/pricing?${text}`
}
