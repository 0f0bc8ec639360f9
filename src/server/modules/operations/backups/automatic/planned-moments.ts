/**
 * The last and next occurrence of a time of day in the operator's time zone. If clocks go forward over it, it is an
 * hour later that day; if they go back, it occurs once.
 */
export function findPlannedMoments(
  { at, time_zone: timeZone }: { at: string; time_zone: string },
  now: Date,
): { last: Date; next: Date } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const moments = [-1, 0, 1, 2].map(
    (days) =>
      today.add({ days }).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(at) })
        .epochMilliseconds,
  )
  const past = moments.filter((moment) => moment <= now.getTime())
  const coming = moments.filter((moment) => moment > now.getTime())
  return { last: new Date(Math.max(...past)), next: new Date(Math.min(...coming)) }
}
