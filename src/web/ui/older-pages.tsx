import { partsText } from '#web/messages/parts.ts'
import { useText } from '#web/messages/text.ts'
import { LinkButton } from './button.tsx'
import { usePlaceUnderWay } from './use-url-state.ts'

/** Links to the pages of a list that is kept by id (`?cursor=`): the newest, and what is older. */
export function OlderPages({ nextCursor }: { nextCursor: string | null }) {
  const t = useText(partsText)
  const { pathname, search } = usePlaceUnderWay()
  const params = new URLSearchParams(search)
  const isFirst = !params.has('cursor')
  if (isFirst && nextCursor === null) return null
  const at = (cursor: string | undefined) => {
    const there = new URLSearchParams(params)
    if (cursor === undefined) there.delete('cursor')
    else there.set('cursor', cursor)
    return { pathname, search: there.size === 0 ? '' : `?${there}` }
  }
  return (
    <nav aria-label={t('pages')} className="flex justify-center gap-3">
      {!isFirst && (
        <LinkButton tone="secondary" size="small" to={at(undefined)}>
          {t('newest')}
        </LinkButton>
      )}
      {nextCursor !== null && (
        <LinkButton tone="secondary" size="small" to={at(nextCursor)}>
          {t('older')}
        </LinkButton>
      )}
    </nav>
  )
}
