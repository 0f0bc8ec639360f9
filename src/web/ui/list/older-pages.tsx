import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { usePlaceUnderWay } from '#web/ui/url/use-url-state.ts'

type OlderPagesProps = {
  nextCursor: string | null
  /** The list is a part of its page, at the end of its card: what stands above it stays where it is. */
  isWithin?: boolean
}

/** Links to the pages of a list that is kept by id (`?cursor=`): the newest, and what is older. */
export function OlderPages({ nextCursor, isWithin = false }: OlderPagesProps) {
  const t = useText(commonText)
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
    <nav
      aria-label={t('newerAndOlder')}
      className={cx('flex justify-center gap-3', isWithin && 'border-t border-line p-4')}
    >
      {!isFirst && (
        <LinkButton tone="secondary" size="small" to={at(undefined)} preventScrollReset={isWithin}>
          {t('newest')}
        </LinkButton>
      )}
      {nextCursor !== null && (
        <LinkButton tone="secondary" size="small" to={at(nextCursor)} preventScrollReset={isWithin}>
          {t('older')}
        </LinkButton>
      )}
    </nav>
  )
}
