/** A period in the URL, in the reader's time zone: `?from=2026-11-01&to=2026-11-30`, both days included. */
export type Period = { from: Date | undefined; to: Date | undefined }

/** From the start of the first day to the end of the last. A text that is not a date sets no bound. */
export function periodOf(search: URLSearchParams): Period {
  return { from: dayAt(search.get('from'), 0), to: dayAt(search.get('to'), 1) }
}

function dayAt(text: string | null, later: 0 | 1): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '')?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const named = new Date(year, month - 1, day)
  if (named.getMonth() !== month - 1 || year < 1970) return undefined
  return new Date(year, month - 1, day + later)
}
