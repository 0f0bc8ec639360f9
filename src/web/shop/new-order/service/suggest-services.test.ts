import { expect, test } from 'vitest'
import { money } from '#contract/base/money.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import { suggestServices } from './suggest-services.ts'

function make(id: number, rate: bigint, own: Partial<IndexedService> = {}): IndexedService {
  return {
    id,
    name: `Service ${id}`,
    category: { id: 1, name: 'Likes' },
    platform: 'TikTok',
    rate: money(rate),
    min: 10,
    max: 1_000,
    type: 'Default',
    refill: false,
    cancel: false,
    averageTime: null,
    measuredTime: null,
    ...own,
  }
}

const services = [
  make(1, 500n),
  make(2, 300n, { measuredTime: { seconds: 900, orders: 12 } }),
  make(3, 1n, { type: 'Package' }),
  make(4, 0n),
  make(5, 300n, {
    measuredTime: { seconds: 60, orders: 40 },
    platform: 'YouTube',
    category: { id: 2, name: 'Views' },
  }),
  make(6, 100n, { averageTime: '5 minutes' }),
  make(7, 400n),
]

type Shop = Parameters<typeof suggestServices>[0]

const shop: Shop = {
  services,
  favourites: new Set([7, 99]),
  ordered: [5, 1],
  rateOf: ({ id, rate }: IndexedService) => (id === 7 ? 50n : rate),
  platform: undefined,
  categoryId: undefined,
}
const idsOf = (own: Partial<Shop>) =>
  Object.fromEntries(
    Object.entries(suggestServices({ ...shop, ...own })).map(([kind, some]) => [
      kind,
      some.map(({ id }) => id),
    ]),
  )

test('suggests starred and ordered services, and the cheapest and fastest known ones', () => {
  expect(idsOf({})).toEqual({
    // Without services that are no longer sold.
    favourites: [7],
    orderedLately: [5, 1],
    // By the customer's own rates; without packages and free services, and the first of equal ones.
    cheapest: [7, 6, 2, 5],
    // By measured times, not the supplier's own.
    fastest: [5, 2],
  })
})

test('the form narrows the suggestions, and a kind without data is empty', () => {
  expect(idsOf({ platform: 'YouTube' })).toEqual({
    favourites: [],
    orderedLately: [5],
    cheapest: [5],
    fastest: [5],
  })
  expect(idsOf({ categoryId: 1 }).fastest).toEqual([2])
  expect(idsOf({ favourites: new Set(), ordered: [], services: services.slice(2, 4) })).toEqual({
    favourites: [],
    orderedLately: [],
    cheapest: [],
    fastest: [],
  })
})
