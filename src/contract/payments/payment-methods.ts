import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { time } from '#contract/base/fields.ts'

/** `settings`: entered by staff. `environment`: in variables. `sandbox`: its payments are not real. */
export const accountSources = ['settings', 'environment', 'sandbox'] as const

/** A payment method as staff see it; their choices about it are in the settings. */
const method = z.object({
  id: z.string(),
  /** A gateway's id, or `manual`; null if no gateway offers it. */
  gateway: z.nullable(z.string()),
  /** Sent as `payment_method`. */
  value: z.string(),
  /** Its default name. */
  label: z.string(),
  /** Its gateway has an account and is enabled. */
  is_set_up: z.boolean(),
  /** Customers see it, possibly as unavailable. */
  is_listed: z.boolean(),
  /** When a payment of this value was last credited. */
  last_payment_at: z.nullable(time),
})
export type AdminPaymentMethod = z.output<typeof method>

const gateway = z.object({
  id: z.string(),
  /** The source of its account; null if it has none. */
  account: z.nullable(z.enum(accountSources)),
  is_on: z.boolean(),
  /** When the last webhook with a valid signature arrived, and when one was last refused. */
  last_webhook_at: z.nullable(time),
  last_refused_at: z.nullable(time),
})
export type AdminGateway = z.output<typeof gateway>

export const getPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/admin/payment-methods',
  access: 'admin',
  needs: 'settings',
  summary: 'All payment methods in their order, and the gateways behind them',
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), methods: z.array(method), gateways: z.array(gateway) }),
  },
  errors: [],
})
