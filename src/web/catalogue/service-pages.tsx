import { useLocation } from 'react-router'
import { NumberedPages } from '#web/site/numbered-pages.tsx'
import type { LoadedServices } from './load-services.ts'

/** Below the first services, until all are drawn as one scrolls: the way to the others for whoever has no script. */
export function ServicePages({ pages }: Pick<LoadedServices, 'pages'>) {
  const { pathname, search } = useLocation()
  if (pages === undefined) return null
  const addressOf = (page: number) => {
    const params = new URLSearchParams(search)
    params.set('page', String(page))
    return `${pathname}?${params}`
  }
  return (
    <div className="pt-5">
      <NumberedPages page={pages.page ?? 0} totalPages={pages.totalPages} addressOf={addressOf} />
    </div>
  )
}
