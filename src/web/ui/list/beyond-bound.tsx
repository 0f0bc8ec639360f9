import { useLocation } from 'react-router'
import { partsText } from '#web/messages/parts.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { usePageNumber } from '#web/ui/url/use-url-state.ts'

type BeyondBoundProps = {
  pagination: { totalItems: number; totalPages: number; isBounded: boolean }
  lastId: number | undefined
  /** What is said of a list that does not show all, and of a search that found more than it shows. */
  sentence: string
  searchSentence: string
}

/** Where a list does not show all, it says so, and goes on below its last row (`?before=`). */
export function BeyondBound({ pagination, lastId, sentence, searchSentence }: BeyondBoundProps) {
  const t = useText(partsText)
  const { search } = useLocation()
  const page = usePageNumber()
  const params = new URLSearchParams(search)
  const { isBounded, totalPages } = pagination
  const isSearch = (params.get('search') ?? '') !== ''
  const isFurtherDown = params.has('before')
  if (!isBounded && !isFurtherDown) return null
  return (
    <div className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
      {isBounded && <p>{isSearch ? searchSentence : sentence}</p>}
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
