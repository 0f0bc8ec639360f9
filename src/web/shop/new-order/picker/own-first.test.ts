import { expect, test } from 'vitest'
import { money } from '#contract/base/money.ts'
import { toSearchable } from '#web/parts/catalogue/search/search-services.ts'
import { ownFirst } from './own-first.ts'

const make = (id: number) =>
  toSearchable({
    id,
    name: `Followers ${id}`,
    category: { id: 1, name: 'Followers' },
    platform: 'Instagram',
    rate: money(124_000_000n),
    min: 50,
    max: 100_000,
    type: 'Default',
    refill: false,
    cancel: false,
    averageTime: null,
  } as Parameters<typeof toSearchable>[0]) // what else a service has does not matter here
const found = [1, 2, 3, 4, 5, 6].map(make)
const idsOf = (own: { favourites: number[]; ordered: number[] }, text = '') => {
  const { services, groups } = ownFirst(found, { ...own, favourites: new Set(own.favourites) }, text)
  return { ids: services.map(({ id }) => id), groups: groups.map(({ kind, at }) => `${kind} ${at}`) }
}

test('favourites come first, then recently ordered services, then the rest, each once', () => {
  expect(idsOf({ favourites: [5, 3], ordered: [6, 3, 2] })).toEqual({
    ids: [3, 5, 6, 2, 1, 4],
    groups: ['favourites 0', 'orderedLately 2', 'others 4'],
  })
})

test('a service whose id was typed stays before them', () => {
  expect(idsOf({ favourites: [5], ordered: [] }, ' 4 ')).toEqual({
    ids: [4, 5, 1, 2, 3, 6],
    groups: ['favourites 1', 'others 2'],
  })
})

test('if none of them was found the order is unchanged, without headings', () => {
  for (const own of [
    { favourites: [], ordered: [] },
    { favourites: [9], ordered: [8] },
  ]) {
    expect(idsOf(own)).toEqual({ ids: [1, 2, 3, 4, 5, 6], groups: [] })
    expect(ownFirst(found, { ...own, favourites: new Set(own.favourites) }, '').services).toBe(found)
  }
})
