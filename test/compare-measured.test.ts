import { expect, test } from 'vitest'

import { compareMeasured, listDoubtful, listFailures, takeLeast } from '#bench/plans/compare-measured.ts'
import type { Measured } from '#bench/plans/measure-database.ts'

const call = (name: string, own: Partial<Measured>): Measured => ({
  name,
  rows: 100,
  blocks: 100,
  page: 50,
  status: 200,
  ...own,
})

const failuresOf = (
  small: Partial<Measured>,
  large: Partial<Measured>,
  excepted: string[] = [],
  orders = 10_000_000,
) =>
  listFailures(compareMeasured([call('a', small)], [call('a', large)], orders), orders, [
    { why: 'so', calls: excepted },
  ])

test('more than three times the blocks fail, unless the answer grew as much or the call is an exception', () => {
  expect(failuresOf({}, { blocks: 300 })).toEqual([])
  expect(failuresOf({}, { blocks: 301 })).toEqual(['a: 3.0 × the blocks'])
  expect(failuresOf({}, { blocks: 301 }, ['a'])).toEqual([])
  expect(failuresOf({}, { blocks: 500, page: 100 })).toEqual([])
  expect(failuresOf({ blocks: 1 }, { blocks: 150 })).toEqual([])
})

test('more than twenty rows per line of the answer fail, for at least a hundred lines', () => {
  expect(failuresOf({}, { rows: 2_000, blocks: 200 })).toEqual([])
  expect(failuresOf({}, { rows: 2_001, blocks: 200 })).toEqual(['a: 2001 rows for 50'])
  expect(failuresOf({}, { rows: 9_999, blocks: 200, page: 500 })).toEqual([])
})

test('a refused call fails, an exception or not, and so does an exception that is not needed with ten million orders; one for smaller shops excuses only them', () => {
  expect(failuresOf({}, { status: 503 })).toEqual(['a: answered 503'])
  expect(failuresOf({}, { status: 503 }, ['a'])).toEqual(['a: answered 503'])
  expect(failuresOf({}, {}, ['a'])).toEqual(['a: the exception is not needed'])
  expect(failuresOf({}, {}, ['a'], 1_000_000)).toEqual([])
  const ofSmall = [{ why: 'so', calls: ['a'], below: 1_000_000 }]
  const listOf = (orders: number, blocks: number) =>
    listFailures(compareMeasured([call('a', {})], [call('a', { blocks })], orders), orders, ofSmall)
  expect(listOf(999_999, 301)).toEqual([])
  expect(listOf(1_000_000, 100)).toEqual([])
  expect(listOf(1_000_000, 301)).toEqual(['a: 3.0 × the blocks'])
})

test('a call with a fault and no exception is measured again, and the better answered run counts', () => {
  const compared = compareMeasured(
    [call('a', {}), call('b', {})],
    [call('a', { blocks: 999 }), call('b', {})],
    1_000_000,
  )
  expect(listDoubtful(compared)).toEqual(new Set(['a']))
  const [first, other] = [call('a', { blocks: 200 }), call('b', { blocks: 1 })]
  expect(takeLeast([first, other], [call('a', { blocks: 50 })])).toEqual([call('a', { blocks: 50 }), other])
  expect(takeLeast([first], [call('a', { blocks: 201 })])).toEqual([first])
  expect(takeLeast([first], [call('a', { blocks: 1, status: 503 })])).toEqual([first])
  expect(takeLeast([call('a', { status: 0, blocks: 1 })], [first])).toEqual([first])
})
