import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/**
 * What a customer pays instead of the catalogue's rates, by service id. The catalogue is the same for
 * everyone.
 */
export const customerRates = z.object({
  /** 0 if there is none or it has expired. */
  discount_percent: z.number(),
  /** Null: no end. */
  until: z.nullable(time),
  rates: z.record(z.string(), moneyCodec),
})
export type CustomerRates = z.output<typeof customerRates>

/**
 * A custom rate below the service's cost: a loss if the service may be sold below cost, otherwise orders are
 * refused.
 */
export const rateBelowCost = z.object({
  code: z.literal('rate_below_cost'),
  service_id: id,
  rate: moneyCodec,
  cost: moneyCodec,
  is_sold_below_cost: z.boolean(),
})
export type RateBelowCost = z.output<typeof rateBelowCost>

export const getRates = endpoint({
  method: 'GET',
  path: '/api/user/rates',
  access: 'user',
  needs: 'users',
  takesKey: 'read',
  summary: "The customer's discount with its end, and custom rates",
  query: z.strictObject({ user_id: z.optional(idParam) }),
  answer: { status: 200, schema: customerRates },
  errors: ['insufficient_permissions'],
})
