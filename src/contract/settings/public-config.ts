import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { logo } from './logo.ts'
import { languages } from '#contract/base/languages.ts'
import { publicSections } from './settings-sections.ts'

/** Values that `payment_method` takes; 'card' is shown and not available now (spec §9). */
export const paymentMethodValues = ['cryptomus', 'card'] as const

/** One way to pay as the add-funds screen lists it; two of them may send the same value (spec §9). */
export const paymentMethod = z.object({
  id: z.enum(['card', 'cryptomus', 'payeer']),
  label: z.string(),
  value: z.enum(paymentMethodValues),
  available: z.boolean(),
  note: z.nullable(z.string()),
})
export type PaymentMethod = z.output<typeof paymentMethod>

/** What visitors may know: the operator's settings, and what stands behind the shop. A promotion that is over is null. */
export const publicConfig = z.object({
  ...publicSections,
  payment_methods: z.array(paymentMethod),
  /** A picture of ours, by an address that changes with it. */
  logo: z.nullable(logo),
  languages: z.array(z.string()),
  sandbox: z.boolean(),
  /** Where the sandbox's letters are read, while it takes them. */
  sandbox_mailbox: z.nullable(z.string()),
})
export type PublicConfig = z.output<typeof publicConfig>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'What the web app needs to know before anyone signs in, in the language that is asked for',
  query: z.strictObject({ language: z.optional(z.enum(languages)) }),
  answer: { status: 200, schema: publicConfig },
  errors: [],
})
