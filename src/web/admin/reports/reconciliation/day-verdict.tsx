import { adminReportsText } from '#web/admin/reports/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge } from '#web/ui/text/badge.tsx'

/** Whether two books agree about a day. */
export function DayVerdict({ differences }: { differences: number }) {
  const t = useText(adminReportsText)
  if (differences === 0) return <Badge tone="ok">{t('addsUp')}</Badge>
  return <Badge tone="bad">{t('differences', { count: differences })}</Badge>
}
