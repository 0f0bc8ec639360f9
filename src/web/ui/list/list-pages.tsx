import { useLocation } from 'react-router'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import type { Answered, Paging, Turn } from './list.ts'
import { OlderPages } from './older-pages.tsx'
import { PageSize } from './page-size.tsx'
import { Pager } from './pager.tsx'
import { usePageNumber } from '#web/ui/url/use-url-state.ts'

/** Below a list: its pages as it answers them, by number or by cursor. */
export function ListPages<T extends Turn>({
  paging: { sizes = [], rows, isOfStaff = false },
  data: { pagination, next_cursor: nextCursor },
  lastId,
}: {
  paging: Paging<T>
  data: Answered
  /** Of the last row that is shown. */
  lastId: number | undefined
}) {
  const page = usePageNumber()
  if (pagination === undefined)
    return nextCursor === undefined ? null : <OlderPages nextCursor={nextCursor} />
  const { totalItems, totalPages, isBounded } = pagination
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Pager page={page} totalPages={totalPages} isOfStaff={isOfStaff} />
        {sizes.length > 1 && (isOfStaff || totalItems > rows) && (
          <div className="ms-auto">
            <PageSize sizes={sizes} initial={rows} />
          </div>
        )}
      </div>
      {isBounded !== undefined && (
        <BeyondBound pagination={{ totalItems, totalPages, isBounded }} lastId={lastId} />
      )}
    </>
  )
}

type BeyondBoundProps = {
  pagination: { totalItems: number; totalPages: number; isBounded: boolean }
  /** The last row that is shown. */
  lastId: number | undefined
}

/** Where a list does not show all, it says so, and goes on below its last row (`?before=`). */
function BeyondBound({ pagination, lastId }: BeyondBoundProps) {
  const t = useText(commonText)
  const { search } = useLocation()
  const page = usePageNumber()
  const params = new URLSearchParams(search)
  const { isBounded, totalItems, totalPages } = pagination
  const isSearch = (params.get('search') ?? '') !== ''
  const isFurtherDown = params.has('before')
  if (!isBounded && !isFurtherDown) return null
  return (
    <div className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
      {isBounded && <p>{t(isSearch ? 'boundedSearch' : 'bounded', { count: totalItems })}</p>}
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
