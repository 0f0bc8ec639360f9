import { data } from 'react-router'

/** Behind the last of a list's numbered pages there is none: its address is no page to be found, whoever made it up. */
export function refuseBeyond(pages: { page: number | undefined; totalPages: number } | undefined): void {
  const page = pages?.page ?? 1
  if (pages !== undefined && page > Math.max(1, pages.totalPages)) throw data(null, { status: 404 })
}
