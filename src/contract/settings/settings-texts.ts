import * as z from 'zod/mini'
import { defaultLanguage, type Language, languages } from '#contract/base/languages.ts'
import { line, lines } from '#contract/base/fields.ts'
import { says } from '#contract/base/says.ts'
import { frontSections, linkAddress } from './front-sections.ts'

/** An operator's text: one for all readers, or one per language. */
export type OperatorText = string | { [Name in Language]?: string | undefined }

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
export const operatorText = (max: number) => inLanguages(text(max))
export const operatorLongText = inLanguages(longText)

/** In the reader's language, else the default language, else any. */
export function textIn(text: OperatorText, language: Language): string {
  if (typeof text === 'string') return text
  const written = languages.find((one) => text[one] !== undefined)
  return text[language] ?? text[defaultLanguage] ?? (written === undefined ? '' : (text[written] ?? ''))
}

/** Sections with texts: in all languages for staff, in one for visitors. */
export function writtenSections<Short extends z.ZodMiniType, Long extends z.ZodMiniType>(
  short: (max: number) => Short,
  long: Long,
) {
  return {
    /** Support hours, as in the footer. */
    hours: z.nullable(short(100)),
    /** Figures on the landing page: "15,000+ clients". */
    claims: z.array(z.strictObject({ value: text(20), label: short(60) })).check(z.maxLength(8)),
    testimonials: z
      .array(z.strictObject({ name: text(60), role: z.nullable(short(60)), text: long }))
      .check(z.maxLength(12)),
    /** Questions and answers in addition to the product's own. */
    faq: z.array(z.strictObject({ question: short(200), answer: long })).check(z.maxLength(30)),
    /** While it is on, customers can read but not order or pay. Staff and open orders are not affected. */
    maintenance: z.strictObject({ is_on: z.boolean(), message: z.nullable(short(300)) }),
    /** The front page's hero (null: the product's own text) and the sections that are hidden. */
    front_page: z.strictObject({
      title: z.nullable(short(120)),
      line: z.nullable(short(300)),
      button: z.nullable(short(40)),
      hidden: z.array(z.enum(frontSections)).check(z.maxLength(frontSections.length)),
    }),
    /** Null: the product's own text. */
    footer: z.strictObject({
      line: z.nullable(short(200)),
      links: z.array(z.strictObject({ label: short(40), url: linkAddress })).check(z.maxLength(8)),
    }),
  } as const
}
