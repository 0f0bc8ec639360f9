import type { Format } from '#contract/base/format.ts'

/** "5 min. ago", in hours from 1 hour on and in days from 2 days on. */
export function sayAge({ ago }: Pick<Format, 'ago'>, minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (minutes < 60) return ago(-minutes, 'minute')
  return hours < 48 ? ago(-hours, 'hour') : ago(-Math.floor(hours / 24), 'day')
}
