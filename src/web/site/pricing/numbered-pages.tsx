import { Link } from '#web/platform/page/link.tsx'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { pagesAround } from '#web/ui/list/pages-around.ts'

type NumberedPagesProps = { page: number; totalPages: number; addressOf: (page: number) => string }

/** Links between pages, for readers without a script and for search engines. */
export function NumberedPages({ page, totalPages, addressOf }: NumberedPagesProps) {
  const t = useText(commonText)
  if (totalPages <= 1) return null
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-center gap-1">
      {pagesAround(page, totalPages).map((shown, at) =>
        shown === undefined ? (
          <span key={`gap-${at}`} aria-hidden className="px-2 text-ink-3">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={addressOf(shown)}
            reloadDocument // a list that is read by pages is the server's
            aria-label={t('pageOf', { page: shown })}
            aria-current={shown === page ? 'page' : undefined}
            className={cx(
              'figures grid size-11 place-items-center rounded-control text-14',
              shown === page
                ? 'chosen bg-petrol-soft font-semibold text-petrol'
                : 'text-ink-2 hover:bg-sunken',
            )}
          >
            {shown}
          </Link>
        ),
      )}
    </nav>
  )
}
