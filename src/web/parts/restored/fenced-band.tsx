import DatabaseBackup from 'lucide-react/icons/database-backup'
import type { Attention } from '#contract/operations/attention.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { Link } from '#web/platform/page/link.tsx'
import { useIsOwner } from '#web/platform/session/may.ts'
import { restoredText } from './texts.en.ts'

/** On every staff page while the database is fenced; for owners with a link to resume it. */
export default function FencedBand({ fenced }: { fenced: NonNullable<Attention['fenced']> }) {
  const t = useText(restoredText)
  const format = useFormat()
  const isOwner = useIsOwner()
  return (
    <aside
      aria-label={t('band')}
      className="mb-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-card border border-line bg-foil-soft px-4 py-2 text-14 text-foil-ink print:hidden"
    >
      <p className="flex min-w-0 items-center gap-2">
        <DatabaseBackup aria-hidden className="size-4 shrink-0" />
        <span className="wrap-anywhere">
          <strong>{t('restoredFrom', { time: format.dateTime(fenced.taken_at) })}</strong>{' '}
          {t(isOwner ? 'untilYou' : 'untilOwner')}
        </span>
      </p>
      {isOwner && (
        <Link to="/admin/dashboard#restored" className="font-semibold underline">
          {t('review')}
        </Link>
      )}
    </aside>
  )
}
