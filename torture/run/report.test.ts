import { expect, test } from 'vitest'

import { readOptions } from './read-options.ts'
import { printReport, spreadOf } from './report.ts'

test('the median and the worst of the known values', () => {
  expect(spreadOf([3, undefined, 1, 2])).toEqual({ median: 2, worst: 3 })
  expect(spreadOf([1, 2])).toEqual({ median: 1.5, worst: 2 })
  expect(spreadOf([undefined])).toEqual({ median: null, worst: null })
})

test('the table has a line per fault, and every violation is listed', () => {
  const spread = { median: 1, worst: 2 }
  const text = printReport(
    {
      seed: 1,
      minutes: 1,
      database: 'own',
      orders: 5,
      byApi: 2,
      resold: { orders: 8, ended: 7, decided: 1 },
      accepts: 4,
      deposits: 3,
      refills: 2,
      decided: 6,
      deleted: 1,
      backlog: 9,
      lost: 1,
      duplicated: 0,
      stuck: 0,
      faults: { kill: 2, freeze: 1 },
      backgroundFaults: { slow: 3 },
      leftOut: ['disk (no root)'],
      recovery: { orders: spread, dispatch: spread },
      megabytesMax: 200,
      longestWaitSeconds: 4,
      violations: [{ kind: 'lost', what: 'order 7 is gone' }],
    },
    [
      { name: 'kill', ordersSeconds: 1, dispatchSeconds: 3 },
      { name: 'kill', ordersSeconds: 2, dispatchSeconds: 4 },
      { name: 'freeze', ordersSeconds: 1, dispatchSeconds: undefined },
    ],
  )
  expect(text).toMatch(/^kill +2 +1\.5 \/ 2 +3\.5 \/ 4$/m)
  expect(text).toMatch(/^freeze +1 +1 \/ 1 +-$/m)
  expect(text).toContain('left out: disk (no root)')
  expect(text).toContain('5 orders (2 by API)')
  expect(text).toContain('a second shop bought for 8 orders, 7 of them ended; its staff decided 1')
  expect(text).toContain('lost 1, doubled 0, stuck 0')
  expect(text).toContain('in queues that moved at the end: 9')
  expect(text).toContain('VIOLATION (lost): order 7 is gone')
})

test('options have bounds, and a seed is drawn when none is given', () => {
  expect(readOptions(['--minutes=0.5', '--seed=7', '--database=embedded', '--only=kill'])).toEqual({
    minutes: 0.5,
    seed: 7,
    database: 'embedded',
    only: 'kill',
    restores: 0,
  })
  expect(readOptions(['--restores=3']).restores).toBe(3)
  expect(Number.isSafeInteger(readOptions([]).seed)).toBe(true)
  for (const wrong of [
    '--minutes=0',
    '--minutes=x',
    '--seed=1.5',
    '--database=mysql://x',
    '--restores=-1',
    '--other',
  ])
    expect(() => readOptions([wrong]), wrong).toThrow(/--minutes|--seed|--database|--restores|--other/)
})
