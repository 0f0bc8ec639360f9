import { adminReportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

/** How far the figures are counted. */
export function CountedUntil({ until }: { until: Date | null }) {
  const t = useText(adminReportsText)
  if (until === null) return t('notCounted')
  return (
    <>
      {t('countedUntil')} <RelativeTime date={until} />
    </>
  )
}
