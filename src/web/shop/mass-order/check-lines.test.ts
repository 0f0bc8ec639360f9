import { expect, test } from 'vitest'
import { limits } from '#contract/base/limits.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'

import { makeChecker } from './check-lines.ts'

const serviceOf = (own: Partial<IndexedService>): IndexedService => ({
  id: 1,
  name: 'Followers',
  category: { id: 1, name: 'C' },
  platform: 'Instagram',
  rate: parseMoney('2') ?? ZERO,
  min: 100,
  max: 10_000,
  type: 'Default',
  refill: false,
  cancel: false,
  averageTime: null,
  measuredTime: null,
  ...own,
})
const services = [
  serviceOf({}),
  serviceOf({ id: 2, type: 'Package' }),
  serviceOf({ id: 3, type: 'Custom Comments' }),
]
const catalogue = {
  byId: new Map(services.map((service) => [service.id, service])),
  rates: { discount_percent: 50, until: null, rates: {} },
  language: 'en',
} as const

const problemsOf = (text: string) =>
  makeChecker(catalogue)(text).lines.map(({ checked }) => checked.problem ?? `${checked.price}`)

test("each line is priced at the customer's rates, or has its problem in words", () => {
  const link = 'https://instagram.com/a'
  expect(
    problemsOf(
      [
        `1 | ${link} | 1000`,
        `9 | ${link} | 1000`,
        `1 | | 1000`,
        `1 | javascript:x | 1000`,
        `1 | ${link} | 99`,
        `1 | ${link}`,
        `2 | ${link}`,
        `2 | ${link} | 1`,
        `2 | ${link} | 1000`,
        `3 | ${link} | 100`,
        'hello',
      ].join('\n'),
    ),
  ).toEqual([
    '100000000',
    "Service 9 isn't available",
    'Please enter a link',
    'Please enter a link',
    'Quantity must be between 100 and 10000',
    'Quantity must be between 100 and 10000',
    '100000000',
    '100000000',
    'This is a package: leave out the quantity',
    'Please order this service on its own. It also asks for: Comments, one per line',
    'Start with a service ID',
  ])
})

test("the total covers the valid lines, and warnings don't keep a line from being ordered", () => {
  const { ready, wrong, total, lines } = makeChecker(catalogue)(
    '1|https://instagram.com/a|1000\n\n1|http://www.instagram.com/a/|500\n1|https://tiktok.com/@a|100\n7|x|1',
  )
  expect([ready, wrong, total]).toEqual([3, 1, 160_000_000n])
  expect(lines.map(({ number, sameAs }) => [number, sameAs])).toEqual([
    [1, undefined],
    [3, 1],
    [4, undefined],
    [5, undefined],
  ])
  expect(lines[2]?.checked).toMatchObject({
    doubt: 'This looks like a TikTok link, but the service is for Instagram.',
  })
})

test('typing in one line keeps the results of the others, and lines beyond the maximum are only counted', () => {
  const check = makeChecker(catalogue)
  const text = Array.from({ length: limits.massLinesMax }, (_, at) => `1 | @name${at} | 1000`)
  const before = check(text.join('\n'))
  const after = check(text.with(7, '1 | @other | 2000').join('\n'))
  expect(
    after.lines.flatMap(({ checked }, at) => (checked === before.lines[at]?.checked ? [] : [at])),
  ).toEqual([7])
  expect(check([...text, 'x', '', 'y'].join('\n'))).toMatchObject({ tooMany: 2, ready: limits.massLinesMax })
})
