import { toNativeDate } from '#contract/base/format.ts'

/** A time on a page that is the same for all readers: to the minute, in UTC. */
export function sayUtc(time: Date, language: string): string {
  return toNativeDate(
    time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
}
