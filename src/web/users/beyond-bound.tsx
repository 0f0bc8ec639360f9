import { useLocation } from 'react-router'
import { adminUsersText } from '#web/messages/admin-users.ts'
import { useText } from '#web/messages/text.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { usePageNumber } from '#web/ui/use-url-state.ts'

type Bounded = { totalItems: number; totalPages: number; isBounded: boolean }

/** Where a list does not show all, it says so, and goes on below its last row. */
export function BeyondBound({
  pagination: { totalItems, totalPages, isBounded },
  lastId,
}: {
  pagination: Bounded
  lastId: number | undefined
}) {
  const t = useText(adminUsersText)
  const { search } = useLocation()
  const page = usePageNumber()
  const params = new URLSearchParams(search)
  const isSearch = (params.get('search') ?? '') !== ''
  const isFurtherDown = params.has('before')
  if (!isBounded && !isFurtherDown) return null
  return (
    <div className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
      {isBounded && (
        <p>{isSearch ? t('boundedSearch', { count: totalItems }) : t('bounded', { count: totalItems })}</p>
      )}
      {isBounded && !isSearch && page >= totalPages && lastId !== undefined && (
        <LinkButton tone="secondary" size="small" to={{ search: toSearch(params, lastId) }}>
          {t('older')}
        </LinkButton>
      )}
      {isFurtherDown && (
        <LinkButton tone="secondary" size="small" to={{ search: toSearch(params, undefined) }}>
          {t('newest')}
        </LinkButton>
      )}
    </div>
  )
}

function toSearch(params: URLSearchParams, before: number | undefined): string {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (before === undefined) next.delete('before')
  else next.set('before', String(before))
  return next.size === 0 ? '' : `?${next.toString()}`
}
