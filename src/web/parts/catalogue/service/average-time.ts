import type { MeasuredTime } from '#contract/catalogue/catalogue.ts'
import { sayMinutes } from '#web/platform/format/say-duration.ts'

const minutesOf = { d: 1440, h: 60, m: 1, s: 1 / 60 } as const
const step = /(\d{1,6}(?:\.\d{1,2})?) ?(d|h|m|s)[a-z]{0,7}\b/gi

/**
 * A service's average time in minutes: providers write "1622" (minutes), "27 hours 2 minutes", "45 min" or "Not enough
 * data". Undefined if there is no time in it.
 */
export function toMinutes(text: string | null): number | undefined {
  const line = (text ?? '').trim().slice(0, 60)
  if (/^\d{1,7}$/.test(line)) return Number(line) === 0 ? undefined : Number(line)
  const steps = [...line.matchAll(step)]
  if (steps.length === 0) return undefined
  const minutes = steps.reduce(
    (sum, [, figure, unit]) => sum + Number(figure) * minutesOf[(unit ?? 'm').toLowerCase() as 'm'],
    0,
  )
  return Math.max(1, Math.round(minutes))
}

/** In the reader's language; undefined if unknown. */
export function sayAverageTime(text: string | null, language: string): string | undefined {
  const minutes = toMinutes(text)
  return minutes === undefined ? undefined : sayMinutes(minutes, language)
}

/** The known average time of a service: the measured one, else the supplier's claim. */
export function minutesOfService(service: {
  averageTime: string | null
  measuredTime: MeasuredTime | null
}): number | undefined {
  return service.measuredTime === null ? toMinutes(service.averageTime) : service.measuredTime.seconds / 60
}
