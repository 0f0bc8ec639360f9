import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { logo } from './logo.ts'
import { languages } from '#contract/base/languages.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { publicSections } from './public-sections.ts'

/** A payment method as the add-funds page lists it; two of them may send the same value (spec §9). */
export const paymentMethod = z.object({
  id: z.string(),
  label: z.string(),
  /** Sent as `payment_method`. */
  value: z.string(),
  available: z.boolean(),
  note: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  min: moneyCodec,
  max: moneyCodec,
  /** Paid on top of the amount: see `feeFor`. */
  fee: z.object({ percent: z.number(), fixed: moneyCodec }),
  /** Null: the shop's bonuses. */
  bonuses: z.nullable(publicSections.bonuses),
  /** Only staff see it and can pay with it. */
  is_test: z.boolean(),
})
export type PaymentMethod = z.output<typeof paymentMethod>

/** Public settings, and the available backends. An expired promotion is null. */
export const publicConfig = z.object({
  ...publicSections,
  payment_methods: z.array(paymentMethod),
  logo: z.nullable(logo),
  favicon: z.nullable(logo),
  languages: z.array(z.string()),
  sandbox: z.boolean(),
  /** Where the sandbox's emails can be read, if it captures them. */
  sandbox_mailbox: z.nullable(z.string()),
})
export type PublicConfig = z.output<typeof publicConfig>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary:
    'What the web app needs before anyone signs in, in the given language. Payment methods in test mode are listed for staff only',
  query: z.strictObject({ language: z.optional(z.enum(languages)) }),
  answer: { status: 200, schema: publicConfig },
  errors: [],
})
