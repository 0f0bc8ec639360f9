/** Reads the parameters of a list's URL (`?search=&page=`): invalid ones count as absent. */
import { redirect, replace } from 'react-router'
import { limits } from '#contract/base/limits.ts'

const pageMax = 1_000_000

/** The requested page; the first if the parameter is missing or invalid. */
export function pageIn(params: URLSearchParams): number {
  return Math.min(pageMax, Math.max(1, Math.trunc(Number(params.get('page'))) || 1))
}

/** The page size: the URL's number if it is one of the sizes. */
export function pageSizeIn(
  params: URLSearchParams,
  { sizes, initial }: { sizes: readonly number[]; initial: number },
): number {
  const asked = Number(params.get('limit'))
  return sizes.includes(asked) ? asked : initial
}

/** The search text. */
export function searchIn(params: URLSearchParams): string | undefined {
  return params.get('search')?.trim().slice(0, limits.searchMax) || undefined
}

/** The id of a table's row. */
export function idIn(params: URLSearchParams, name: string): number | undefined {
  return Number(/^[1-9]\d{0,14}$/.exec(params.get(name) ?? '')?.[0] ?? 0) || undefined
}

/** One of a filter's values. */
export function oneIn<V extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly V[],
): V | undefined {
  const asked = params.get(name)
  return values.find((value) => value === asked)
}

/**
 * For the loader of a paged list: a page beyond the end redirects to the last one, replacing the history entry. A link
 * is made from the visible list, and the pending search may find fewer rows; an old URL may be outdated too.
 */
export function keepWithin(
  request: Request,
  { page, totalPages }: { page: number; totalPages: number },
): void {
  const last = Math.max(1, totalPages)
  if (page <= last) return
  const { pathname, search, searchParams } = new URL(request.url)
  // A clicked link has no history entry yet: replacing would overwrite the entry it was clicked on.
  const isEntry = window.location.pathname === pathname && window.location.search === search
  const lead = isEntry ? replace : redirect
  if (last === 1) searchParams.delete('page')
  else searchParams.set('page', String(last))
  // oxlint-disable-next-line typescript/only-throw-error -- how a loader redirects
  throw lead(searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`)
}
