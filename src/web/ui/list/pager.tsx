import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { fivePages, pagesAround } from './pages-around.ts'
import { usePlaceUnderWay } from '#web/ui/url/use-url-state.ts'
import { turnsPage } from './use-page-turn.ts'

/**
 * Page links of a list (`?page=n`), with first, last, neighbours and ellipses; staff lists (`isOfStaff`) have up to
 * five numbers and no ellipses (spec §9).
 */
export function Pager({
  page,
  totalPages,
  isOfStaff = false,
}: {
  page: number
  totalPages: number
  isOfStaff?: boolean
}) {
  const t = useText(commonText)
  if (totalPages <= 1) return null
  return (
    <nav
      aria-label={t('pages')}
      className="flex flex-wrap items-center justify-center gap-1 max-narrow:w-full max-narrow:gap-0.5"
    >
      <PageLink page={1} label={t('firstPage')} isOff={page <= 1}>
        <ChevronsLeft aria-hidden className="size-4" />
      </PageLink>
      <PageLink page={Math.max(page - 1, 1)} label={t('previousPage')} isOff={page <= 1}>
        <ChevronLeft aria-hidden className="size-4" />
      </PageLink>
      {(isOfStaff ? fivePages : pagesAround)(page, totalPages).map((shown, position) =>
        shown === undefined ? (
          <span key={`gap-${position}`} aria-hidden className="px-2 text-ink-3 max-narrow:px-0.5">
            …
          </span>
        ) : (
          <PageLink key={shown} page={shown} label={t('pageOf', { page: shown })} isCurrent={shown === page}>
            {shown}
          </PageLink>
        ),
      )}
      <PageLink page={Math.min(page + 1, totalPages)} label={t('nextPage')} isOff={page >= totalPages}>
        <ChevronRight aria-hidden className="size-4" />
      </PageLink>
      <PageLink page={totalPages} label={t('lastPage')} isOff={page >= totalPages}>
        <ChevronsRight aria-hidden className="size-4" />
      </PageLink>
    </nav>
  )
}

/** A disabled link. It stays in its place, since it has the focus if it was just pressed. */
export const offLink = {
  'aria-disabled': true,
  tabIndex: -1,
  className: 'pointer-events-none opacity-40 focus-visible:opacity-100',
} as const

type PageLinkProps = {
  page: number
  label: string
  isCurrent?: boolean
  isOff?: boolean
  children: ReactNode
}

function PageLink({ page, label, isCurrent = false, isOff = false, children }: PageLinkProps) {
  const { pathname, search } = usePlaceUnderWay()
  const shape =
    'figures grid size-9 place-items-center rounded-control text-14 max-wide:size-11 max-narrow:w-auto max-narrow:max-w-10 max-narrow:flex-1'
  const params = new URLSearchParams(search)
  params.set('page', String(page))
  return (
    <Link
      to={{ pathname, search: `?${params}` }}
      state={turnsPage}
      preventScrollReset
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      {...(isOff && offLink)}
      className={cx(
        shape,
        isOff && offLink.className,
        isCurrent ? 'chosen bg-petrol-soft font-semibold text-petrol' : 'text-ink-2 hover:bg-sunken',
      )}
    >
      {children}
    </Link>
  )
}
