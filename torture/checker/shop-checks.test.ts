import { describe, expect, test } from 'vitest'

import { makeClientRecords, type PlacedOrder } from '#torture/clients/client-records.ts'

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
    ['as on every list', {}, []],
    ['a cost that is on no list', { supplies: [{ ...supply, cost: 6_001n }] }, ['other']],
    ['a rate that follows from no list', { services: [{ ...service, rate: 97_500n }] }, ['other']],
    ['an order that was sold at such a rate', { orders: [{ ...order, rate: 1n, price: 0n }] }, ['other']],
    ['an order that costs more than its rate', { orders: [{ ...order, price: 2_251n }] }, ['other']],
    [
      'a service that was imported twice',
      { supplies: [supply, { ...supply, serviceId: 3 }] },
      ['duplicated'],
    ],
    [
      'something unknown',
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
    ['one that was promised, recorded and asked for', [refill], [ask], 1, []],
    ['one that never arrived', [refill], [], 1, []],
    ['one that was asked for twice', [refill], [ask, ask], 1, ['duplicated']],
    ['one that was asked for and is not recorded', [], [ask], 0, ['duplicated']],
    ['one that was promised and is not recorded', [], [], 1, ['lost']],
  ])('%s', (_what, refills, asks, promised, found) => {
    const records = makeClientRecords()
    if (promised > 0) records.refills.set(1, promised)
    expect(kinds(checkRefills({ orders: [order], refills }, asks, records))).toEqual(found)
  })

  test('a refill requested under an id that was released later belongs to that order', () => {
    const records = makeClientRecords()
    records.released.set(1, { provider: 'one', order: 7, link: 'x', quantity: 1, at: 0 })
    const orders = [{ ...order, provider: null, providerOrder: null }]
    expect(checkRefills({ orders, refills: [refill] }, [ask], records)).toEqual([])
  })
})

test('two decisions about one shown state are reported, and a refused one does not count', () => {
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

test('a sending that starts while its provider is stopped is reported, with a moment of grace for one under way', () => {
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

test('an order may be refused for its balance, or while staff or charges keep its provider off sale', () => {
  const refused = (code: string, askedAt: number, at = askedAt) => {
    const records = makeClientRecords()
    records.closures.push({ provider: 'one', from: 100_000, until: 110_000 })
    const own = { customer: 'c', userId: 5, link: 'l', service: 'Instagram Likes one', quantity: 1 }
    records.orders.set('k', { ...own, key: 'k', askedAt, refused: { code, at } })
    return kinds(checkRefusals(records))
  }
  expect(refused('insufficient_balance', 0)).toEqual([])
  expect(refused('Not enough funds on balance', 0)).toEqual([])
  expect(refused('service_not_found', 105_000)).toEqual([])
  expect(refused('service_unavailable', 119_000)).toEqual([])
  expect(refused('service_not_found', 80_000, 105_000)).toEqual([])
  expect(refused('service_not_found', 80_000, 85_000)).toEqual(['other'])
  expect(refused('service_unavailable', 125_000)).toEqual(['other'])
  expect(refused('Incorrect service ID', 125_000)).toEqual(['other'])
  expect(refused('link_blocked', 105_000)).toEqual(['other'])
})

test('a deleted user places no orders', () => {
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
