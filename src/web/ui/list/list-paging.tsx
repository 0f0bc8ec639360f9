import { useLocation } from 'react-router'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import type { AnyList, Pages } from './list.ts'
import { PageSize } from './page-size.tsx'
import { offLink, Pager } from './pager.tsx'
import { usePageNumber, usePlaceUnderWay } from '#web/ui/url/use-url-state.ts'

type ListPagesProps = {
  paging: Pick<AnyList['paging'], 'numbered'>
  pages: Pages
  /** The id of the last visible row. */
  lastId?: number | undefined
  /** The list is part of a page: content above it keeps its position. */
  isWithin?: boolean
}

/** Page links below a list: numbered or by cursor, as its response has them. */
export function ListPages({
  paging: { numbered },
  pages: { pagination, nextCursor },
  lastId,
  isWithin = false,
}: ListPagesProps) {
  const page = usePageNumber()
  if (pagination === undefined || numbered === undefined)
    return nextCursor === undefined ? null : <OlderPages {...{ nextCursor, isWithin }} />
  const { totalItems, totalPages, isBounded } = pagination
  const { sizes, initial, isOfStaff = false } = numbered
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Pager page={page} totalPages={totalPages} isOfStaff={isOfStaff} />
        {sizes.length > 1 && totalItems > (isOfStaff ? 0 : initial) && (
          <div className="ms-auto">
            <PageSize sizes={sizes} initial={initial} />
          </div>
        )}
      </div>
      {isBounded !== undefined && (
        <BeyondBound pagination={{ totalItems, totalPages, isBounded }} lastId={lastId} />
      )}
      {nextCursor !== undefined && (
        <OlderPages nextCursor={page >= totalPages ? nextCursor : null} isWithin={isWithin} />
      )}
    </>
  )
}

/** Links of a list paged by id (`?cursor=`): the newest, and older ones. */
function OlderPages({ nextCursor, isWithin }: { nextCursor: string | null; isWithin: boolean }) {
  const t = useText(commonText)
  const { pathname, search } = usePlaceUnderWay()
  const params = new URLSearchParams(search)
  const cursor = params.get('cursor') ?? undefined
  const isFirst = cursor === undefined
  if (isFirst && nextCursor === null) return null
  const at = (cursor: string | undefined) => ({ pathname, search: withParam(params, 'cursor', cursor) })
  const look = { tone: 'secondary', size: 'small', preventScrollReset: isWithin } as const
  return (
    <nav aria-label={t('newerAndOlder')} className="flex justify-center gap-3">
      <LinkButton {...look} to={at(undefined)} {...(isFirst && offLink)}>
        {t('newest')}
      </LinkButton>
      <LinkButton {...look} to={at(nextCursor ?? cursor)} {...(nextCursor === null && offLink)}>
        {t('older')}
      </LinkButton>
    </nav>
  )
}

type BeyondBoundProps = {
  pagination: { totalItems: number; totalPages: number; isBounded: boolean }
  lastId: number | undefined
}

/** Says that a list does not show all rows, and continues below the last one (`?before=`). */
function BeyondBound({ pagination, lastId }: BeyondBoundProps) {
  const t = useText(commonText)
  const page = usePageNumber()
  const params = new URLSearchParams(useLocation().search)
  const { isBounded, totalItems, totalPages } = pagination
  const isSearch = (params.get('search') ?? '') !== ''
  const isFurtherDown = params.has('before')
  if (!isBounded && !isFurtherDown) return null
  const at = (before: number | undefined) => ({ search: withParam(params, 'before', before) })
  return (
    <div className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
      {isBounded && <p>{t(isSearch ? 'boundedSearch' : 'bounded', { count: totalItems })}</p>}
      {isBounded && !isSearch && page >= totalPages && lastId !== undefined && (
        <LinkButton tone="secondary" size="small" to={at(lastId)}>
          {t('older')}
        </LinkButton>
      )}
      {isFurtherDown && (
        <LinkButton tone="secondary" size="small" to={at(undefined)}>
          {t('newest')}
        </LinkButton>
      )}
    </div>
  )
}

/** The same filters, on the first page below that row, or from the top. */
function withParam(params: URLSearchParams, name: 'cursor' | 'before', value: string | number | undefined) {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (value === undefined) next.delete(name)
  else next.set(name, String(value))
  return next.size === 0 ? '' : `?${next}`
}
