import { data } from 'react-router'

/** A number beyond the last page of a list is not found, so that search engines don't index made-up pages. */
export function refuseBeyond(pages: { page: number | undefined; totalPages: number } | undefined): void {
  const page = pages?.page ?? 1
  if (pages !== undefined && page > Math.max(1, pages.totalPages)) throw data(null, { status: 404 })
}
