import * as z from 'zod/mini'
import { CONTRAST_MIN, contrastOfAccent, deriveAccent } from './accent.ts'
import { says } from '#contract/base/says.ts'
import { email, line, writtenTime, isInBasisPoints } from '#contract/base/fields.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { longText, text, toldLongText, toldText, writtenSections } from './settings-texts.ts'

const isWholeCents = z.refine<bigint>((amount) => amount % 1_000_000n === 0n, {
  error: says('amount_decimals'),
  params: { max: 2 },
})
const amount = moneyCodec.check(
  z.refine((value) => value > 0n && value <= MONEY_MAX, says('amount_required')),
  isWholeCents,
)
const percent = z.number().check(z.positive(), isInBasisPoints)

/** As the light theme shows it; the dark one is derived. Refused where a text in it, or on it, could not be read. */
const colour = z.string().check(
  z.toLowerCase(),
  z.regex(/^#[0-9a-f]{6}$/, { error: says('colour_invalid'), abort: true }),
  z.check(({ value, issues }) => {
    const contrast = contrastOfAccent(deriveAccent(value))
    if (contrast >= CONTRAST_MIN) return
    const params = { contrast: Math.floor(contrast * 10) / 10, min: CONTRAST_MIN }
    issues.push({ code: 'custom', message: says('colour_unreadable'), input: value, params })
  }),
)

/** How long what is of no more use is kept, in days. */
const exchangesDays = 30
const daysKept = z.int().check(z.minimum(7), z.maximum(3_650))

/** Scheme, name and port alone: the bucket's name is a part of the path. */
const originPattern = /^https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/

const limitsSection = z
  .strictObject({
    deposit_min: amount,
    deposit_max: amount,
    /** Whole dollars that the add-funds screen offers. */
    deposit_presets: z.array(z.int().check(z.minimum(1), z.maximum(1_000_000))).check(z.maxLength(12)),
  })
  .check(
    z.refine(({ deposit_min: min, deposit_max: max }) => min <= max, {
      error: says('deposit_bounds'),
      path: ['deposit_max'],
    }),
  )

const plainSections = {
  brand: z.strictObject({ name: text(60) }),
  /** Beside the logo, which is sent as a file. Null: the product's own colour. */
  look: z.strictObject({ accent: z.nullable(colour) }),
  contact: z.strictObject({ email: z.nullable(email), telegram: z.nullable(text(64)) }),
  limits: limitsSection,
  /** Steps by the deposit's amount, in any order: the highest that is reached holds. */
  bonuses: z.array(z.strictObject({ from: amount, percent: percent.check(z.maximum(1_000)) })).check(
    z.maxLength(10),
    z.refine((steps) => new Set(steps.map(({ from }) => from)).size === steps.length, says('steps_equal')),
  ),
  /** Whoever registers while it is on pays that much less for so many days. `until` is its own end; null: none is set. */
  promotion: z.nullable(
    z.strictObject({
      percent: percent.check(z.maximum(90)),
      days: z.int().check(z.minimum(1), z.maximum(3_650)),
      until: z.nullable(writtenTime),
    }),
  ),
  registration: z.strictObject({ is_open: z.boolean() }),
} as const

/** As a reader gets them: in their language. */
export const publicSections = {
  ...plainSections,
  // Looked at when it is written: it is answered with every page.
  look: z.strictObject({ accent: z.nullable(z.string()) }),
  ...writtenSections(text, longText),
} as const

/**
 * What an operator decides, section by section, and what holds until they do. Nothing here promises anything in the
 * operator's name: claims, testimonials and promises are empty until somebody who can keep them writes them down.
 * Beside what visitors see stands what they know nothing of.
 */
export const settingsSections = {
  ...plainSections,
  ...writtenSections(toldText, toldLongText),
  gateways: z.strictObject({
    cryptomus: z.strictObject({
      /** Off: nobody is sent to pay there. What was opened before is followed to its end. */
      is_on: z.boolean(),
      /** The id of the account there, whose key is sent apart. Null: the environment's account, else the sandbox's. */
      merchant: z.nullable(text(100)),
    }),
  }),
  /** A bucket in which files of tickets are kept, by Amazon's protocol; null: DATA_DIR. Its secret key is sent apart. */
  storage: z.nullable(
    z.strictObject({
      endpoint: line({ min: 1, max: 300, message: 'address_invalid' }).check(
        z.regex(originPattern, says('address_invalid')),
      ),
      region: text(60),
      bucket: line({ min: 3, max: 63, message: 'text_required' }).check(
        z.regex(/^[a-z0-9][a-z0-9.-]*$/, says('not_valid')),
      ),
      access_key_id: text(200),
    }),
  ),
  /**
   * Who translates the Russian names of imported services, by LibreTranslate's protocol; null: our own glossary alone. Its
   * key, where it wants one, is sent apart.
   */
  translator: z.nullable(
    z.strictObject({
      url: line({ min: 1, max: 300, message: 'address_invalid' }).check(
        z.regex(/^https?:\/\/[^\s/@]+(?:\/[^\s]*)?$/, says('address_invalid')),
      ),
    }),
  ),
  /** Where letters are handed over. Without it they go to the sandbox's mailbox, or wait. Its password is sent apart. */
  mail: z.nullable(
    z.strictObject({
      host: text(253),
      port: z.int().check(z.minimum(1), z.maximum(65_535)),
      security: z.enum(['tls', 'starttls', 'none']),
      user: z.nullable(text(254)),
      from: email,
    }),
  ),
  /** What is not sold for: addresses, whole sites and names (`server/modules/settings/blocked.ts`), and categories by their names. */
  blocked: z.strictObject({
    links: z.array(text(300)).check(z.maxLength(2_000)),
    categories: z.array(text(200)).check(z.maxLength(500)),
  }),
  /** Asked of all staff: without a second factor of their own they do nothing as such. For who may change staff. */
  staff_sign_in: z.strictObject({ two_factor: z.boolean() }),
  /** When what nobody needs any more is forgotten. The ledger, the orders and the record of staff never are. */
  retention: z.strictObject({
    /** Those that were read. */
    notifications_days: daysKept,
    /** Those that were sent, or given up. */
    letters_days: daysKept,
    /** What gateways told of payments, once it was worked off. */
    webhooks_days: daysKept,
    /** What was sent to providers and what they answered, word for word. */
    exchanges_days: z._default(daysKept, exchangesDays),
  }),
} as const

export type SectionName = keyof typeof settingsSections
export type Settings = { readonly [Name in SectionName]: z.output<(typeof settingsSections)[Name]> }

export const sectionNames = Object.keys(settingsSections) as SectionName[] // an object's own keys
