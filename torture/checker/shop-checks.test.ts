import { describe, expect, test } from 'vitest'

import { openBook, type PlacedOrder } from '#torture/people/book.ts'

import { checkDecisions } from './check-decisions.ts'
import { checkPrices } from './check-prices.ts'
import { checkRefills } from './check-refills.ts'
import { checkRefusals } from './check-refusals.ts'
import { checkDeleted, checkStops } from './check-stops.ts'
import type { OrderRow } from './read-rows.ts'

const order: OrderRow = {
  id: 1,
  userId: 5,
  serviceId: 2,
  rate: 9_000n,
  key: 'k-1',
  link: 'https://example.com/1',
  quantity: 250,
  price: 2_250n,
  refunded: 0n,
  status: 'COMPLETED',
  dispatch: 'accepted',
  provider: 'one',
  providerOrder: '7',
}
const kinds = (found: { kind: string }[]) => found.map(({ kind }) => kind)

describe('costs and prices', () => {
  const supply = { serviceId: 2, provider: 'one', providerService: '3', cost: 6_000n }
  const service = { id: 2, name: 'Likes', rate: 9_000n }
  const known = {
    costs: new Map([['one 3', new Set([6_000n])]]),
    prices: new Map([[2, new Set([9_000n])]]),
  }
  test.each<[string, Partial<Parameters<typeof checkPrices>[0]>, string[]]>([
    ['as every list says', {}, []],
    ['a cost that no list said', { supplies: [{ ...supply, cost: 6_001n }] }, ['other']],
    ['a price that follows from none', { services: [{ ...service, rate: 97_500n }] }, ['other']],
    ['an order that was sold at such a price', { orders: [{ ...order, rate: 1n, price: 0n }] }, ['other']],
    ['an order that costs more than its rate', { orders: [{ ...order, price: 2_251n }] }, ['other']],
    ['an import that came in twice', { supplies: [supply, { ...supply, serviceId: 3 }] }, ['duplicated']],
    [
      'something that nobody knows of',
      {
        supplies: [{ ...supply, providerService: '9', cost: 1n }],
        services: [{ ...service, id: 9, rate: 1n }],
      },
      [],
    ],
  ])('%s', (_what, own, found) => {
    const rows = { supplies: [supply], services: [service], orders: [order], ...own }
    expect(kinds(checkPrices(rows, known))).toEqual(found)
  })
})

describe('refills', () => {
  const refill = { orderId: 1, number: 1, state: 'completed' }
  const ask = { provider: 'one', order: 7 } as const
  test.each<[string, (typeof refill)[], (typeof ask)[], number, string[]]>([
    ['one that was promised, written and asked for', [refill], [ask], 1, []],
    ['one that never arrived', [refill], [], 1, []],
    ['one that was asked for twice', [refill], [ask, ask], 1, ['duplicated']],
    ['one that was asked for and is not written', [], [ask], 0, ['duplicated']],
    ['one that was promised and is not written', [], [], 1, ['lost']],
  ])('%s', (_what, refills, asks, promised, found) => {
    const book = openBook()
    if (promised > 0) book.refills.set(1, promised)
    expect(kinds(checkRefills({ orders: [order], refills }, asks, book))).toEqual(found)
  })

  test('what was asked for under a number that was taken away since is that order’s', () => {
    const book = openBook()
    book.released.set(1, { provider: 'one', order: 7, link: 'x', quantity: 1, at: 0 })
    const orders = [{ ...order, provider: null, providerOrder: null }]
    expect(checkRefills({ orders, refills: [refill] }, [ask], book)).toEqual([])
  })
})

test('two decisions of one thing as it was shown are one too many, a refused one is none', () => {
  const decided = (who: string, what: string, own = {}) => ({
    who,
    what,
    of: 'order 1',
    shown: 'attempt 1',
    status: 200,
    ...own,
  })
  const both = [decided('a', 'complete'), decided('b', 'refund')]
  expect(kinds(checkDecisions(both))).toEqual(['duplicated'])
  const first = decided('a', 'complete')
  expect(checkDecisions([first, decided('b', 'refund', { status: 409 })])).toEqual([])
  expect(checkDecisions([first, decided('b', 'refund', { shown: 'attempt 2' })])).toEqual([])
  expect(checkDecisions([first, decided('b', 'refund', { of: 'order 2' })])).toEqual([])
})

test('a sending that is begun while its provider is stopped is told, with a moment for one that was under way', () => {
  const stops = [{ provider: 'one', from: 10_000, until: 20_000 }] as const
  const attempt = (startedMs: number, provider = 'one') => ({
    orderId: 1,
    provider,
    startedMs,
    providerOrder: '7',
  })
  const taken = (at: number) => [{ provider: 'one', order: 7, link: 'l', quantity: 1, at }] as const
  const fair = [attempt(9_000), attempt(10_500), attempt(20_500), attempt(15_000, 'two')]
  expect(checkStops(stops, fair, [])).toEqual([])
  expect(kinds(checkStops(stops, [attempt(12_000)], []))).toEqual(['other'])
  expect(kinds(checkStops(stops, [attempt(12_000)], taken(12_100)))).toEqual(['other'])
  expect(checkStops(stops, [attempt(12_000)], taken(102_000))).toEqual([])
})

test('an order is refused for its balance, or while staff or charges keep its provider off sale', () => {
  const refused = (code: string, askedAt: number, at = askedAt) => {
    const book = openBook()
    book.closures.push({ provider: 'one', from: 100_000, until: 110_000 })
    const own = { customer: 'c', userId: 5, link: 'l', service: 'Instagram Likes one', quantity: 1 }
    book.orders.set('k', { ...own, key: 'k', askedAt, refused: { code, at } })
    return kinds(checkRefusals(book))
  }
  expect(refused('insufficient_balance', 0)).toEqual([])
  expect(refused('service_not_found', 105_000)).toEqual([])
  expect(refused('service_unavailable', 119_000)).toEqual([])
  expect(refused('service_not_found', 80_000, 105_000)).toEqual([])
  expect(refused('service_not_found', 80_000, 85_000)).toEqual(['other'])
  expect(refused('service_unavailable', 125_000)).toEqual(['other'])
  expect(refused('link_blocked', 105_000)).toEqual(['other'])
})

test('nobody orders after they were deleted', () => {
  const placed = (askedAt: number, acknowledged?: { id: number; price: bigint }): PlacedOrder => ({
    key: 'k',
    customer: 'c',
    userId: 5,
    link: 'l',
    service: 's',
    quantity: 1,
    askedAt,
    ...(acknowledged && { acknowledged }),
  })
  const deleted = new Map([[5, 100]])
  const what = { id: 1, price: 1n }
  expect(checkDeleted(deleted, [placed(99, what), placed(101)])).toEqual([])
  expect(kinds(checkDeleted(deleted, [placed(101, what)]))).toEqual(['other'])
})
