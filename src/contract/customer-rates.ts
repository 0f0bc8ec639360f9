import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParam, time } from './fields.ts'
import { moneyCodec } from './money-codec.ts'

/** What one customer pays instead of the catalogue's rates, by service id. The catalogue itself is one for all. */
export const customerRates = z.object({
  /** 0 where there is none, or it is over. */
  discount_percent: z.number(),
  /** Null: without an end. */
  until: z.nullable(time),
  rates: z.record(z.string(), moneyCodec),
})
export type CustomerRates = z.output<typeof customerRates>

export const getRates = endpoint({
  method: 'GET',
  path: '/api/user/rates',
  access: 'user',
  needs: 'users',
  takesKey: true,
  summary: "The customer's own rule: a discount with its end, and rates of one's own",
  query: z.strictObject({ user_id: z.optional(idParam) }),
  answer: { status: 200, schema: customerRates },
  errors: ['insufficient_permissions'],
})
