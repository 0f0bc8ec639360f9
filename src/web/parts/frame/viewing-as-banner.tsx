import Eye from 'lucide-react/icons/eye'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '#web/platform/i18n/text.ts'
import { viewText } from './texts.en.ts'
import { getView } from '#web/platform/session/stored-view.ts'
import { leaveView } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/page/button.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

/** Shown on every page while staff are viewing as a user: as whom, for how long, and how to exit. */
export default function ViewingAsBanner({ name, onLeave }: { name: string; onLeave: () => void }) {
  const t = useText(viewText)
  const view = getView()
  const end = useEffectEvent(() => view !== undefined && leaveView(view))
  const endsAt = view?.endsAt
  useEffect(() => {
    if (endsAt === undefined) return undefined
    const timer = setTimeout(() => end(), Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  if (endsAt === undefined) return null
  return (
    <aside
      aria-label={t('band')}
      className="sticky top-14 z-20 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line bg-foil-soft px-4 py-2 text-14 text-foil-ink wide:px-7 print:hidden"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Eye aria-hidden className="size-4 shrink-0" />
        <span className="wrap-anywhere">
          <strong>{t('seenAs', { name })}</strong> {t('nothingChanges')}
        </span>
      </p>
      <p className="flex items-center gap-3">
        <span>
          {t('ends')} <RelativeTime date={new Date(endsAt)} />
        </span>
        <Button tone="secondary" size="tiny" onClick={onLeave}>
          {t('leave')}
        </Button>
      </p>
    </aside>
  )
}
