import { pageSorts } from '#contract/catalogue/service-pages.ts'
import { platforms } from '#contract/catalogue/platforms.ts'

/** What the address of the price list asks for; what it says wrongly is not asked. */
export type PriceQuery = {
  platform: string | undefined
  search: string
  sort: (typeof pageSorts)[number] | undefined
  /** As it was typed, to be read in the reader's language. */
  quantity: string
  page: number
}

export const usualQuantity = 1_000
/** With the longest names a page is less than twelve screens of a phone. */
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
 * The address of another page, or of the same list with other filters: only values that differ from the defaults are in
 * it.
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
