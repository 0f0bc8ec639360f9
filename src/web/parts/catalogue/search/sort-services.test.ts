import { expect, test } from 'vitest'
import { money } from '#contract/base/money.ts'
import { toSearchable } from './search-services.ts'
import { sortServices } from './sort-services.ts'
import { toSorting } from './sortings.ts'

const make = (id: number, rate: bigint, min: number, averageTime: string | null, name: string) =>
  toSearchable({
    id,
    name,
    category: { id: 1, name: 'Likes' },
    platform: 'Instagram',
    rate: money(rate),
    min,
    max: 1_000,
    type: 'Default',
    refill: false,
    cancel: false,
    averageTime,
    measuredTime: id === 4 ? { seconds: 60, orders: 12 } : null,
  })

const services = [
  make(1, 300n, 10, 'Not enough data', 'Likes 10'),
  make(2, 100n, 50, '2 hours', 'Likes 9'),
  make(3, 200n, 10, '90', 'Ähnlich'),
]

test("measured times take precedence over a supplier's statements", () => {
  const measured = [...services, make(4, 400n, 10, '5 days', 'Measured')]
  const sorted = sortServices(measured, { sorting: 'time', rateOf: ({ rate }) => rate })
  expect(sorted.map(({ id }) => id)).toEqual([4, 3, 2, 1])
})

test.each([
  ['', [1, 2, 3]],
  ['price', [2, 3, 1]],
  ['price-down', [1, 3, 2]],
  ['min', [1, 3, 2]],
  ['time', [3, 2, 1]],
  ['name', [3, 2, 1]],
  ['nonsense', [1, 2, 3]],
])('services sorted by "%s" are %j', (sorting, ids) => {
  const sorted = sortServices(services, { sorting: toSorting(sorting), rateOf: ({ rate }) => rate })
  expect(sorted.map(({ id }) => id)).toEqual(ids)
})
