import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParam, time } from './fields.ts'
import { toBasisPoints } from './limits.ts'
import { ceilToRate, type Money, money } from './money.ts'
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
  summary: "The customer's own rule: a discount with its end, and rates of one's own",
  query: z.strictObject({ user_id: z.optional(idParam) }),
  answer: { status: 200, schema: customerRates },
  errors: ['insufficient_permissions'],
})

/**
 * The rate that a customer pays: their own, which takes the place of the discount, else the catalogue's less the
 * discount, rounded up to 4 decimals once. The placing statement reckons the same.
 */
export function rateFor(
  service: { readonly id: number; readonly rate: bigint },
  rule: CustomerRates | undefined,
  now: Date = new Date(),
): Money {
  const own = rule?.rates[String(service.id)]
  if (own !== undefined) return own
  const isOn = rule !== undefined && rule.discount_percent > 0 && (rule.until === null || rule.until > now)
  if (!isOn) return money(service.rate)
  const kept = BigInt(10_000 - toBasisPoints(rule.discount_percent))
  // The rate is a multiple of 0.0001 USD, that is of 10,000 units, so that nothing is cut here.
  return ceilToRate((service.rate * kept) / 10_000n)
}
