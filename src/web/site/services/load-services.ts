import type { Category } from '#contract/catalogue/catalogue.ts'
import { pageIn } from '#web/ui/list/read-address.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { loadServiceIndex } from '#web/parts/catalogue/search/service-index.ts'
import { type ServicesFailure, servicesFailureOf } from './services-failure.ts'

/** Two or three screens: the footer is in reach, and a key renders them within its budget. */
export const servicesPerPage = 25

export type DescribedService = IndexedService & { description: string }

export type LoadedServices = {
  /** The page that the address asks for, as the server sends it. */
  first: readonly DescribedService[]
  /** What it is a page of: within the app the address changes without asking again. */
  firstOf: string
  /** How many pages there are of it; absent within the app. */
  pages?: { page: number; totalPages: number } | undefined
  /** The rates per 1000, from the server, for search engines. */
  range?: { lowest: bigint; highest: bigint; count: number } | undefined
  /** Of the page's categories the lowest rate per 1000. */
  lowest?: ReadonlyMap<number, bigint> | undefined
  categories: readonly Category[]
  failure: ServicesFailure | undefined
}

/** Within the app the index is all that is needed. */
export async function loadCategories(): Promise<LoadedServices> {
  try {
    const { categories } = await loadServiceIndex()
    return { first: [], firstOf: '', categories, failure: undefined }
  } catch (error) {
    return { first: [], firstOf: '', categories: [], failure: servicesFailureOf(error) }
  }
}

/** In the catalogue's order: the first page of a list sorted otherwise is not known before the index is here. */
export function firstKey(platform: string | undefined, params: URLSearchParams): string {
  const filters = ['category', 'search'].map((name) => params.get(name)?.trim() ?? '')
  return [platform ?? '', ...filters, pageIn(params)].join(' ')
}
