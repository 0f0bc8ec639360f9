import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type {
  OrderToPlace,
  Placing,
  Undecided,
} from '#server/modules/orders/placing/place-orders-statement.ts'

import { type Line, placeLines } from './place-lines.ts'

// place-mass-order.test.ts runs the real statement; here a model of it gets every order of prices.

const empty = {
  service_name: null,
  price: null,
  min: null,
  max: null,
  balance: null,
  id: null,
  created_at: null,
  balance_after: null,
  provider_id: null,
}

/** The price is the quantity; the link `gone` stands for a service that is not sold. */
const orderOf = (price: number, isSold: boolean): OrderToPlace => ({
  userId: 1,
  serviceId: 1,
  link: isSold ? 'a' : 'gone',
  quantity: price,
  seenPrice: null,
  details: {},
  idempotencyKey: null,
  requestHash: null,
  keyId: null,
})

/** A model of the statement for one customer: after the first item that is not covered nothing is accepted. */
function makeAccount(start: bigint) {
  const account = { balance: start, sent: 0 }
  const place = async (orders: OrderToPlace[]): Promise<(Placing | Undecided)[]> => {
    account.sent += orders.length
    const before = account.balance
    let running = 0n
    let spent = 0n
    const accepted = orders.map(({ link, quantity }) => {
      if (link === 'gone') return false
      running += BigInt(quantity)
      if (running > before) return false
      spent = running
      return true
    })
    account.balance = before - spent
    let after = before
    return orders.map(({ link, quantity }, at) => {
      const price = BigInt(quantity)
      if (link === 'gone') return { ...empty, outcome: 'no_service', balance: account.balance }
      if (accepted[at] === true) {
        after -= price
        return { ...empty, outcome: 'placed', price, balance: account.balance, balance_after: after }
      }
      const outcome = price > account.balance ? 'insufficient' : 'again'
      return { ...empty, outcome, price, balance: account.balance }
    })
  }
  return { account, place }
}

const asked = fc.array(fc.record({ price: fc.integer({ min: 1, max: 40 }), isSold: fc.boolean() }), {
  maxLength: 40,
})

test('for any prices each line gets the same result as alone after those before it, in at most two statements', async () => {
  await fc.assert(
    fc.asyncProperty(
      asked,
      fc.integer({ min: 0, max: 300 }),
      fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
      async (wanted, start, limit) => {
        let left = start
        let allowed = limit ?? Infinity
        // With two reasons to refuse a line, either may be given.
        const leftAt = new Map<number, { left: number; used: number }>()
        const expected = wanted.map(({ price, isSold }, at) => {
          leftAt.set(at, { left, used: (limit ?? 0) - allowed })
          if (!isSold || price > left || price > allowed) return false
          left -= price
          allowed -= price
          return true
        })
        const { account, place } = makeAccount(BigInt(start))
        const lines: Line[] = wanted.map(({ price, isSold }, at) => ({
          at,
          order: orderOf(price, isSold),
          cost: limit === undefined ? undefined : BigInt(price),
        }))
        const allowance = limit === undefined ? undefined : { limit: money(BigInt(limit)), spent: money(0n) }
        const { decided, spent, balance } = await placeLines(lines, allowance, place)
        const isPlaced = decided
          .toSorted((one, other) => one.line.at - other.line.at)
          .map(({ outcome }) => !(outcome instanceof AppError))
        expect(isPlaced).toEqual(expected)
        const told = decided.flatMap(({ line: { at, order }, outcome }) =>
          outcome instanceof AppError && outcome.code !== 'service_not_found'
            ? [{ at, quantity: order.quantity, ...outcome.details }]
            : [],
        )
        expect(told).toEqual(
          told.map(({ at, quantity, ...details }) => ({
            at,
            quantity,
            ...('required' in details
              ? { required: BigInt(quantity), available: BigInt(leftAt.get(at)?.left ?? -1) }
              : { limit: BigInt(limit ?? -1), spent: BigInt(leftAt.get(at)?.used ?? -1) }),
          })),
        )
        expect([account.balance, spent]).toEqual([BigInt(left), BigInt(start - left)])
        expect(balance ?? BigInt(left)).toBe(BigInt(left))
        expect(account.sent).toBeLessThanOrEqual(2 * lines.length)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a price that changes while a limit counts it is counted again, at most three times', async () => {
  const seen: (bigint | null)[] = []
  const place = async ([order]: OrderToPlace[]): Promise<(Placing | Undecided)[]> => {
    seen.push(order?.seenPrice ?? null)
    return [{ ...empty, outcome: 'price_changed', price: 10n + BigInt(seen.length), balance: 100n }]
  }
  const lines = [{ at: 0, order: orderOf(10, true), cost: 10n }]
  const { decided } = await placeLines(lines, { limit: money(50n), spent: money(0n) }, place)
  expect(seen).toEqual([10n, 11n, 12n])
  expect(decided.map(({ outcome }) => outcome instanceof AppError && outcome.code)).toEqual(['price_changed'])
})
