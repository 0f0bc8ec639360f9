import { useSyncExternalStore } from 'react'
import type { Format } from '#contract/base/format.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Tooltip } from '#web/ui/dialog/tooltip.tsx'

const steps = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3_600 },
  { unit: 'hour', seconds: 3_600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 30 * 86_400 },
] as const

const refreshMilliseconds = 30_000
const stepMilliseconds = 5_000

/** "5 min. ago", updated while it is visible, with the exact time in a tooltip, on paper and in `datetime`. */
export function RelativeTime({ date, className }: { date: Date; className?: string }) {
  const t = useText(commonText)
  const format = useFormat()
  const now = useNow()
  return (
    <Tooltip content={format.dateTime(date, 'medium')} {...(className !== undefined && { className })}>
      <time dateTime={date.toISOString()} className="print:hidden" suppressHydrationWarning>
        {relativeTo(format, date, now) ?? t('justNow')}
      </time>
      {/* A printed page can't update its age. */}
      <time dateTime={date.toISOString()} className="hidden print:inline" suppressHydrationWarning>
        {format.dateTime(date, 'medium')}
      </time>
    </Tooltip>
  )
}

/** Undefined for the present moment. */
export function relativeTo(format: Format, date: Date, now: Date): string | undefined {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 10) return undefined
  // 60 minutes are shown as an hour.
  const step = steps.find((each) => Math.round(distance / each.seconds) * each.seconds < each.below)
  if (step === undefined) return format.date(date)
  return format.ago(Math.round(seconds / step.seconds), step.unit)
}

/**
 * Read on each render, in steps shorter than the span that counts as now: a cached clock could be behind an event that
 * just arrived, and show it as in the future.
 */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, readClock, readClock))
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, refreshMilliseconds)
  return () => clearInterval(timer)
}

function readClock(): number {
  return Math.floor(Date.now() / stepMilliseconds) * stepMilliseconds
}
