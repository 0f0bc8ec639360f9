import * as z from 'zod/mini'

/** Figures and short texts of a reason, as they are kept. */
export type ReviewDetails = Record<string, string | number>

/** The same as they are written, where some may be absent. */
type Told = Record<string, string | number | undefined>

/** What leaves for staff beside `review_code`. Words are made where it is shown. */
export const reviewDetails = z.record(z.string(), z.union([z.string(), z.number()]))

/** A text of another system in it is cut to this. */
const TEXT_MAX = 500

/** What one code carries, and its sentence in English. */
export function describeReview<Details extends z.ZodMiniType<Told>>(
  details: Details,
  toSentence: (details: z.output<Details>) => string,
) {
  return {
    details,
    /** Undefined for details of another shape. */
    sentenceOf(kept: unknown): string | undefined {
      const read = z.safeParse(details, kept)
      return read.success ? toSentence(read.data) : undefined
    },
  }
}

/** The JSON in which details are kept: other systems' texts are cut, and hold nothing that JSON in a database refuses. */
export function toKeptDetails(details: Told): string {
  return JSON.stringify(details, toKeepable)
}

/** As JSON.stringify calls it: what others wrote is kept in short, without what PostgreSQL's jsonb refuses. */
export function toKeepable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, TEXT_MAX).replaceAll('\0', '').toWellFormed() : value
}

/** What was kept, as it leaves; nothing of another shape. */
export function fromKeptDetails(kept: unknown): ReviewDetails {
  const read = z.safeParse(reviewDetails, kept)
  return read.success ? read.data : {}
}
