import * as z from 'zod/mini'
import { says } from '#contract/base/says.ts'
import { email, writtenTime } from '#contract/base/fields.ts'
import { amount, bonusTiers, percent } from './settings-amounts.ts'
import { longText, text, writtenSections } from './settings-texts.ts'
import { visitorTagsSection } from './visitor-tags.ts'

const limitsSection = z
  .strictObject({
    deposit_min: amount,
    deposit_max: amount,
    /** Whole dollars offered on the add-funds page. */
    deposit_presets: z.array(z.int().check(z.minimum(1), z.maximum(1_000_000))).check(z.maxLength(12)),
  })
  .check(
    z.refine(({ deposit_min: min, deposit_max: max }) => min <= max, {
      error: says('deposit_bounds'),
      path: ['deposit_max'],
    }),
  )

/** Sections that are the same for staff and visitors. */
export const plainSections = {
  brand: z.strictObject({ name: text(60) }),
  /** The logo is uploaded as a file. Null: the product's own colour. For staff the schema is stricter. */
  look: z.strictObject({ accent: z.nullable(z.string()) }),
  contact: z.strictObject({ email: z.nullable(email), telegram: z.nullable(text(64)) }),
  limits: limitsSection,
  bonuses: bonusTiers,
  /** A discount for `days` days for customers who register before `until`; null: no end. */
  promotion: z.nullable(
    z.strictObject({
      percent: percent.check(z.maximum(90)),
      days: z.int().check(z.minimum(1), z.maximum(3_650)),
      until: z.nullable(writtenTime),
    }),
  ),
  registration: z.strictObject({ is_open: z.boolean() }),
  /** Only an owner with a fresh proof can change it. */
  visitor_tags: visitorTagsSection,
} as const

/** Sections that visitors see, in their language. */
export const publicSections = {
  ...plainSections,
  ...writtenSections(text, longText),
} as const
