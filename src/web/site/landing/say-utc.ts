import { toNativeDate } from '#contract/base/format.ts'

/** A time for everybody who reads a page that is one for all: to the minute, in UTC. */
export function sayUtc(time: Date, language: string): string {
  return toNativeDate(
    time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
}
