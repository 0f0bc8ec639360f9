const MINUTE_MS = 60_000

/**
 * Whether it ends with the current month, in UTC: "this month" must not be shown for an earlier end. Times are entered
 * to the minute, so 23:59 of the last day and 00:00 of the next month both count as the month's end.
 */
export function endsWithMonth(until: Date, now: Date): boolean {
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  return until.getTime() >= monthEnd - MINUTE_MS && until.getTime() <= monthEnd
}
