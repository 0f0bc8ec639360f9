import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { lines } from '#contract/base/fields.ts'
import { languages } from '#contract/base/languages.ts'
import { says } from '#contract/base/says.ts'
import { richText } from './rich-text.ts'

export const legalPages = ['terms', 'privacy', 'refund'] as const
export type LegalPage = (typeof legalPages)[number]

export const LEGAL_TEXT_MAX = 20_000

const page = z.object({ page: z.enum(legalPages) })
const markdown = lines({ max: LEGAL_TEXT_MAX })
/** Markdown by language. */
const writtenTexts = z
  .strictObject({ en: z.optional(markdown), vi: z.optional(markdown), ru: z.optional(markdown) })
  .check(
    z.refine(
      (texts) => Object.values(texts).some((text) => text !== undefined && text.trim() !== ''),
      says('text_required'),
    ),
  )

export const getLegalText = endpoint({
  method: 'GET',
  path: '/api/legal/:page',
  access: 'public',
  summary: "The terms, privacy policy or refund policy: the operator's own text, or the product's",
  params: page,
  query: z.strictObject({ language: z.optional(z.enum(languages)) }),
  answer: {
    status: 200,
    schema: z.object({
      content: richText,
      /** The language of the text; not the reader's if the operator wrote it only in others. */
      language: z.enum(languages),
      /** The beginning of the text, without markup. */
      description: z.string(),
      is_own: z.boolean(),
      /** One version for all three texts; begins with the day it took effect. Stored with the user who agrees. */
      version: z.string(),
    }),
  },
  errors: [],
})

const legalTexts = z.object({
  page: z.enum(legalPages),
  /** The operator's texts; null: the product's own are shown. */
  texts: z.nullable(z.partialRecord(z.enum(languages), z.string())),
  /** The product's own, in every language. */
  shipped: z.record(z.enum(languages), z.string()),
  /** The number of the last change; 0 if there is none. */
  number: z.int(),
})

export const getLegalTexts = endpoint({
  method: 'GET',
  path: '/api/admin/settings/legal',
  access: 'admin',
  needs: 'settings',
  summary: "The operator's terms, privacy policy and refund policy as Markdown, and the product's own",
  answer: { status: 200, schema: z.object({ success: z.literal(true), pages: z.array(legalTexts) }) },
  errors: [],
})

export const changeLegalText = endpoint({
  method: 'PUT',
  path: '/api/admin/settings/legal/:page',
  access: 'admin',
  needs: 'settings',
  summary: "Publishes a new version of a legal text, in Markdown; null brings back the product's own",
  params: page,
  body: z.strictObject({
    texts: z.nullable(writtenTexts),
    /** The number the change is based on: if it differs by now, the change is refused. */
    number: z.optional(z.int()),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), text: legalTexts }) },
  errors: ['state_conflict'],
})

export const previewLegalText = endpoint({
  method: 'POST',
  path: '/api/admin/settings/legal/preview',
  access: 'admin',
  needs: 'settings',
  summary: 'Answers Markdown as a page would show it, and stores nothing',
  body: z.strictObject({ text: markdown }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), content: richText }) },
  errors: [],
})
