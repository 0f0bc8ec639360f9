import * as z from 'zod/mini'
import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { line, lines } from '#contract/base/fields.ts'
import { says } from '#contract/base/says.ts'

/** What an operator writes for their readers: one text for all of them, or one for each language that they wrote it in. */
export type Told = string | { [Name in Language]?: string | undefined }

export const text = (max: number) => line({ min: 1, max, message: 'text_required' })
export const longText = lines({ max: 2_000 })

const inLanguages = (one: z.ZodMiniType<string, string>) =>
  z.union([
    one,
    z
      .strictObject({ en: z.optional(one), vi: z.optional(one), ru: z.optional(one) })
      .check(
        z.refine((told) => Object.values(told).some((words) => words !== undefined), says('text_required')),
      ),
  ])
export const toldText = (max: number) => inLanguages(text(max))
export const toldLongText = inLanguages(longText)

/** In the reader's language, else in the product's first one, else as it was written. */
export function sayTold(told: Told, language: Language): string {
  if (typeof told === 'string') return told
  const written = languages.find((one) => told[one] !== undefined)
  return told[language] ?? told[defaultLanguage] ?? (written === undefined ? '' : (told[written] ?? ''))
}

/** The sections that readers see words of: in each language for those who write them, in one for who reads. */
export function writtenSections<Short extends z.ZodMiniType, Long extends z.ZodMiniType>(
  short: (max: number) => Short,
  long: Long,
) {
  return {
    /** When support is there, as the footer says it. */
    hours: z.nullable(short(100)),
    /** Figures on the landing page: "15,000+ clients". */
    claims: z.array(z.strictObject({ value: text(20), label: short(60) })).check(z.maxLength(8)),
    testimonials: z
      .array(z.strictObject({ name: text(60), role: z.nullable(short(60)), text: long }))
      .check(z.maxLength(12)),
    /** Questions and answers beyond the product's own: what the operator promises about hours and refunds. */
    faq: z.array(z.strictObject({ question: short(200), answer: long })).check(z.maxLength(30)),
    /** While it is on, customers can look, and neither order nor pay; staff work on, and so does what is under way. */
    maintenance: z.strictObject({ is_on: z.boolean(), message: z.nullable(short(300)) }),
  } as const
}
