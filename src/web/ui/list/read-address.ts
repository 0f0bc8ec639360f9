/** What the address of a list says (`?search=&page=`): whatever means nothing is as if it were not there. */
import { redirect, replace } from 'react-router'
import { limits } from '#contract/base/limits.ts'

const pageMax = 1_000_000

/** The page of a list that an address asks for; the first if it names none or an invalid one. */
export function pageIn(params: URLSearchParams): number {
  return Math.min(pageMax, Math.max(1, Math.trunc(Number(params.get('page'))) || 1))
}

/** How many rows a page has: the number in the address, where it is one of the sizes. */
export function pageSizeIn(
  params: URLSearchParams,
  { sizes, initial }: { sizes: readonly number[]; initial: number },
): number {
  const asked = Number(params.get('limit'))
  return sizes.includes(asked) ? asked : initial
}

/** What is searched for. */
export function searchIn(params: URLSearchParams): string | undefined {
  return params.get('search')?.trim().slice(0, limits.searchMax) || undefined
}

/** The id of a row of some table. */
export function idIn(params: URLSearchParams, name: string): number | undefined {
  return Number(/^[1-9]\d{0,14}$/.exec(params.get(name) ?? '')?.[0] ?? 0) || undefined
}

/** One of the values that a filter has. */
export function oneIn<V extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly V[],
): V | undefined {
  const asked = params.get(name)
  return values.find((value) => value === asked)
}

/**
 * For the loader of a list with pages: a page behind the last one leads to the last one, in its place in the history. A link is
 * made from the list that is seen, and the search that is under way may find less; so may a day-old address.
 */
export function keepWithin(
  request: Request,
  { page, totalPages }: { page: number; totalPages: number },
): void {
  const last = Math.max(1, totalPages)
  if (page <= last) return
  const { pathname, search, searchParams } = new URL(request.url)
  // A link that was pressed has no entry in the history yet: replacing would take the one that it was pressed on.
  const isEntry = window.location.pathname === pathname && window.location.search === search
  const lead = isEntry ? replace : redirect
  if (last === 1) searchParams.delete('page')
  else searchParams.set('page', String(last))
  // oxlint-disable-next-line typescript/only-throw-error -- how a loader leads elsewhere
  throw lead(searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`)
}
