import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AppError } from '#contract/base/errors.ts'
import type { OrderToPlace, Placing, Undecided } from '#server/modules/orders/placing/place-rows.ts'

import { type Line, placeLines } from './place-lines.ts'

// place-mass-order.test.ts runs the real statement; here a model of it gets every order of prices.

const empty = {
  owed: null,
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
  keyId: 'key',
})

/** A model of the statement for one customer: after the first item that is not covered nothing is accepted. */
function makeAccount(start: bigint, limit: bigint | undefined) {
  const account = { balance: start, sent: 0 }
  let used = 0n
  const place = async (orders: OrderToPlace[]): Promise<(Placing | Undecided)[]> => {
    account.sent += orders.length
    const [before, usedBefore] = [account.balance, used]
    let running = 0n
    let spent = 0n
    const isOver = (price: bigint, at: bigint) => limit !== undefined && at + price > limit
    const accepted = orders.map(({ link, quantity }) => {
      const price = BigInt(quantity)
      if (link === 'gone' || isOver(price, usedBefore)) return false
      running += price
      if (running > before || isOver(running, usedBefore)) return false
      spent = running
      return true
    })
    account.balance = before - spent
    used += spent
    let after = before
    const funds = { balance: account.balance, own_limit: limit ?? null, own_spent: used }
    return orders.map(({ link, quantity }, at) => {
      const price = BigInt(quantity)
      if (link === 'gone') return { ...empty, ...funds, outcome: 'no_service' }
      if (accepted[at] === true) {
        after -= price
        return { ...empty, ...funds, outcome: 'placed', price, balance_after: after }
      }
      const outcome = isOver(price, used) ? 'daily_limit' : price > account.balance ? 'insufficient' : 'again'
      return { ...empty, ...funds, outcome, price }
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
        const { account, place } = makeAccount(BigInt(start), limit === undefined ? undefined : BigInt(limit))
        const lines: Line[] = wanted.map(({ price, isSold }, at) => ({
          at,
          order: orderOf(price, isSold),
          cost: undefined,
        }))
        const { decided, balance } = await placeLines(lines, place)
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
        expect(account.balance).toBe(BigInt(left))
        expect(balance ?? BigInt(left)).toBe(BigInt(left))
        expect(account.sent).toBeLessThanOrEqual(2 * lines.length)
      },
    ),
    { numRuns: 2_000 },
  )
})
