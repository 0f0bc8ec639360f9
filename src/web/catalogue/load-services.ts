import type { Category } from '#contract/catalogue.ts'
import type { DescribedService } from './first-services.tsx'
import { loadServiceIndex } from './service-index.ts'
import { type ServicesFailure, servicesFailureOf } from './services-failure.ts'

export type LoadedServices = {
  first: readonly DescribedService[]
  /** What the first ones are of: within the app the address changes without asking anew. */
  firstOf: string
  /** The numbered pages of what the address asks for, as the server links them; absent within the app. */
  pages?: { page: number | undefined; totalPages: number } | undefined
  /** The rates per 1000, from the server, for search engines. */
  range?: { lowest: bigint; highest: bigint; count: number } | undefined
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

/** `?page=3`; undefined at the bare address, which shows a screenful. */
export function pageOf(params: URLSearchParams): number | undefined {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : undefined
}

/** In the catalogue's order: of a list that is sorted otherwise, the first are not known before the index is here. */
export function firstKey(platform: string | undefined, params: URLSearchParams): string {
  const filters = ['category', 'search'].map((name) => params.get(name)?.trim() ?? '')
  return [platform ?? '', ...filters].join(' ')
}
