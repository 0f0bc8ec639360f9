import * as z from 'zod/mini'
import { CONTRAST_MIN, contrastOfAccent, deriveAccent } from './accent.ts'
import { says } from '#contract/base/says.ts'
import { email, line } from '#contract/base/fields.ts'
import { errorForms } from '#contract/base/error-forms.ts'
import { plainSections } from './public-sections.ts'
import { backupsSection } from './settings-of-backups.ts'
import { bucketSection } from './settings-of-buckets.ts'
import { gatewaysSection } from './settings-of-gateways.ts'
import { methodsSection } from './settings-of-methods.ts'
import { text, operatorLongText, operatorText, writtenSections } from './settings-texts.ts'

/** The accent of the light theme; the dark one is derived. Refused if text in it or on it would be unreadable. */
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

const exchangesDays = 30
const daysKept = z.int().check(z.minimum(7), z.maximum(3_650))

/**
 * All settings by section. Claims, testimonials and FAQ are empty by default: the product makes no promises in the
 * operator's name.
 */
export const settingsSections = {
  ...plainSections,
  look: z.strictObject({ accent: z.nullable(colour) }),
  ...writtenSections(operatorText, operatorLongText),
  gateways: gatewaysSection,
  payment_methods: methodsSection,
  /** An S3 bucket for files of tickets; null: DATA_DIR. Its key is a secret. */
  storage: z.nullable(bucketSection),
  backups: backupsSection,
  /** A LibreTranslate server for Russian names of imported services; null: only our own glossary. Its key is a secret. */
  translator: z.nullable(
    z.strictObject({
      url: line({ min: 1, max: 300, message: 'address_invalid' }).check(
        z.regex(/^https?:\/\/[^\s/@]+(?:\/[^\s]*)?$/, says('address_invalid')),
      ),
    }),
  ),
  /** The mail server. Without it emails go to the sandbox's mailbox, or wait. Its password is a secret. */
  mail: z.nullable(
    z.strictObject({
      host: text(253),
      port: z.int().check(z.minimum(1), z.maximum(65_535)),
      security: z.enum(['tls', 'starttls', 'none']),
      user: z.nullable(text(254)),
      from: email,
    }),
  ),
  /** Links, sites and user names (`server/modules/settings/blocked.ts`) and categories that can't be ordered. */
  blocked: z.strictObject({
    links: z.array(text(300)).check(z.maxLength(2_000)),
    categories: z.array(text(200)).check(z.maxLength(500)),
  }),
  /** The error format of `/api/v2` for keys that don't choose one. */
  reseller_api: z.strictObject({ errors: z.enum(errorForms) }),
  /** Whether staff must have two-factor authentication to do anything. */
  staff_sign_in: z.strictObject({ two_factor: z.boolean() }),
  /** After how many days data is deleted. The ledger, orders and the audit log never are. */
  retention: z.strictObject({
    /** Read ones. */
    notifications_days: daysKept,
    /** Sent and failed emails. */
    emails_days: daysKept,
    /** Processed webhooks of gateways. */
    webhooks_days: daysKept,
    /** Requests to providers and their responses. */
    exchanges_days: z._default(daysKept, exchangesDays),
  }),
} as const

export type SectionName = keyof typeof settingsSections
export type Settings = { readonly [Name in SectionName]: z.output<(typeof settingsSections)[Name]> }

export const sectionNames = Object.keys(settingsSections) as SectionName[] // an object's own keys
