import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { moneyCodec } from './money-codec.ts'
import { paymentMethodValues } from './payments.ts'

/** One way to pay as the add-funds screen lists it; two of them may send the same value (spec §9). */
export const paymentMethod = z.object({
  id: z.enum(['card', 'cryptomus', 'payeer']),
  label: z.string(),
  value: z.enum(paymentMethodValues),
  available: z.boolean(),
  note: z.nullable(z.string()),
})
export type PaymentMethod = z.output<typeof paymentMethod>

export const publicConfig = z.object({
  brand: z.object({ name: z.string() }),
  payment_methods: z.array(paymentMethod),
  limits: z.object({ deposit_min: moneyCodec, deposit_max: moneyCodec, deposit_presets: z.array(z.int()) }),
  bonuses: z.array(z.object({ from: moneyCodec, percent: z.number() })),
  languages: z.array(z.string()),
  sandbox: z.boolean(),
})
export type PublicConfig = z.output<typeof publicConfig>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'What the web app needs to know before anyone signs in',
  answer: { status: 200, schema: publicConfig },
  errors: [],
})
