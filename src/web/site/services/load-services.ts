import type { Category } from '#contract/catalogue/catalogue.ts'
import { pageIn } from '#web/ui/list/read-address.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { loadServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { type ServicesFailure, servicesFailureOf } from './services-failure.ts'

/** Two or three screens: the footer stays within reach, and a keystroke renders them within its budget. */
export const servicesPerPage = 25

export type DescribedService = IndexedService & { description: string }

export type LoadedServices = {
  /** The page requested by the URL, as sent by the server. */
  first: readonly DescribedService[]
  /** The query that it is a page of: within the app the URL changes without a new request. */
  firstOf: string
  /** The number of pages; undefined within the app. */
  pages?: { page: number; totalPages: number } | undefined
  /** The rates per 1000, from the server, for search engines. */
  range?: { lowest: bigint; highest: bigint; count: number } | undefined
  /** The lowest rate per 1000 in each of the page's categories. */
  lowest?: ReadonlyMap<number, bigint> | undefined
  categories: readonly Category[]
  failure: ServicesFailure | undefined
}

/** Within the app only the index is needed. */
export async function loadCategories(): Promise<LoadedServices> {
  try {
    const { categories } = await loadServiceIndex()
    return { first: [], firstOf: '', categories, failure: undefined }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}

/** For catalogue order: the first page of another order is unknown until the index is loaded. */
export function firstKey(platform: string | undefined, params: URLSearchParams): string {
  const filters = ['category', 'search'].map((name) => params.get(name)?.trim() ?? '')
  return [platform ?? '', ...filters, pageIn(params)].join(' ')
}
