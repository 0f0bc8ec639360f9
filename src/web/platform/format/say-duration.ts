/** "1 day 3 hr" in the reader's language: minutes from 90 seconds on, hours from a day on. */
export function sayDuration(seconds: number, language: string): string {
  if (seconds < 90) return sayUnits([[Math.max(1, Math.round(seconds)), 'second']], language)
  return sayMinutes(Math.round(seconds / 60), language)
}

/** Takes whole minutes. */
export function sayMinutes(minutes: number, language: string): string {
  const days = Math.floor(minutes / 1440)
  return sayUnits(
    [
      [days, 'day'],
      [Math.floor((minutes % 1440) / 60), 'hour'],
      [days > 0 ? 0 : minutes % 60, 'minute'],
    ],
    language,
  )
}

function sayUnits(
  parts: readonly (readonly [count: number, unit: 'day' | 'hour' | 'minute' | 'second'])[],
  language: string,
): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join(' ')
}
