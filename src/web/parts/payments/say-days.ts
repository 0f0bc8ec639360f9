import { openPaymentText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/** Beyond a year, a number of days is meaningless. */
const DAYS_SAID_MAX = 365

/** "about 12 days", "less than a day", "over a year": an estimate, and worded as one. */
export function useSayDays(): (days: number) => string {
  const t = useText(openPaymentText)
  return (days) => {
    if (days < 1) return t('underDay')
    return days > DAYS_SAID_MAX ? t('overYear') : t('aboutDays', { count: days })
  }
}
