/** A period in the address, by the reader's own days: `?from=2026-11-01&to=2026-11-30`, both in it. */
export type Period = { from: Date | undefined; to: Date | undefined }

/** From the first moment of its first day to the first moment after its last. A text that is not a day is no bound. */
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
