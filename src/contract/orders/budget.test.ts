import fc from 'fast-check'
import { expect, test } from 'vitest'

import { buyFor } from './budget.ts'
import { UNITS_PER_USD } from '#contract/base/money.ts'
import { priceOf } from './order-rules.ts'

/** Rates as they are sold, in steps of 0.0001 USD, and those of single units, which only arithmetic knows. */
const rates = fc.oneof(
  fc.bigInt({ min: 1n, max: 10_000_000n }).map((steps) => steps * 10_000n),
  fc.bigInt({ min: 1n, max: 100_000_000_000n }),
)
const bounds = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 2_000_000_000 }))
  .map(([min, more]) => ({ min, max: Math.min(2_147_483_647, Math.max(1, min) + more) }))
const services = fc.record({ rate: rates, bounds }).map(({ rate, bounds: { min, max } }) => ({
  type: 'Default' as const,
  rate,
  min,
  max,
}))
const sums = fc.bigInt({ min: 0n, max: 10_000_000n * UNITS_PER_USD })

test('what a sum buys costs no more than the sum, and one more would cost more or be more than the service takes', () => {
  const held = fc.check(
    fc.property(services, sums, (service, sum) => {
      const { type, rate, min, max } = service
      const { quantity, isMost } = { isMost: false, ...buyFor(sum, service) }
      // Not even the least: see below.
      if (quantity === undefined) return priceOf(type, rate, Math.max(1, min)) > sum
      const isWithin = Number.isSafeInteger(quantity) && quantity >= Math.max(1, min) && quantity <= max
      const isAffordable = priceOf(type, rate, quantity) <= sum
      const isAllOfIt = isMost ? quantity === max : priceOf(type, rate, quantity + 1) > sum
      return isWithin && isAffordable && isAllOfIt
    }),
    { numRuns: 2_000 },
  )
  expect(held.counterexample).toBeNull()
})

test('a sum below the least buys nothing, and what the least costs is said exactly', () => {
  fc.assert(
    fc.property(services, (service) => {
      const quantity = Math.max(1, service.min)
      const price = priceOf(service.type, service.rate, quantity)
      fc.pre(price > 0n)
      expect(buyFor(price - 1n, service)).toEqual({ least: { quantity, price } })
      expect(buyFor(price, service).quantity).toBeGreaterThanOrEqual(quantity)
    }),
  )
})

test('a price buys its own quantity back', () => {
  fc.assert(
    fc.property(services, fc.nat({ max: 1_000_000 }), (service, more) => {
      const quantity = Math.min(service.max, Math.max(1, service.min) + more)
      // Below a rate of 1000 units several quantities have one price.
      fc.pre(service.rate >= 1000n)
      expect(buyFor(priceOf(service.type, service.rate, quantity), service).quantity).toBe(quantity)
    }),
  )
})

test('$5 at $2.0746 per 1,000 are 2,410, and what costs nothing is bought whole', () => {
  const service = { type: 'Default' as const, rate: 207_460_000n, min: 100, max: 10_000 }
  expect(buyFor(5n * UNITS_PER_USD, service)).toEqual({ quantity: 2_410, isMost: false })
  expect(buyFor(50n * UNITS_PER_USD, service)).toEqual({ quantity: 10_000, isMost: true })
  expect(buyFor(20_745_999n, service)).toEqual({ least: { quantity: 100, price: 20_746_000n } })
  expect(buyFor(0n, { ...service, rate: 0n })).toEqual({ quantity: 10_000, isMost: true })
})
