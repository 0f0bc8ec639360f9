import { expect, test } from 'vitest'

import { findStuck, type Overdue } from './find-stuck.ts'

const inLine = (place: string, ...whats: string[]): Overdue[] => whats.map((what) => ({ place, what }))
const quick = { stillMs: 60, watchMsMax: 2_000, lookMs: 5 }
/** The last sample repeats. */
const showing =
  (...looks: Overdue[][]) =>
  async () =>
    (looks.length > 1 ? looks.shift() : looks[0]) ?? []

test('a queue that drains is a backlog', async () => {
  const looks = [inLine('sent', 'a', 'b', 'c'), inLine('sent', 'b', 'c'), inLine('sent', 'c'), []]
  expect(await findStuck(showing(...looks), quick)).toEqual({ stuck: [], backlog: [] })
})

test('an item is stuck when nothing leaves its queue, even while another queue moves', async () => {
  let left = 1_000
  const look = async () => [...inLine('sent', 'a', 'b'), ...inLine('asked', String((left -= 1)))]
  const { stuck, backlog } = await findStuck(look, { ...quick, watchMsMax: 200 })
  expect(stuck).toEqual(['a', 'b'])
  expect(backlog).toHaveLength(1)
})

test('an item without a next time is stuck at once', async () => {
  const look = showing(inLine('never', 'a'))
  const begun = performance.now()
  expect(await findStuck(look, { ...quick, stillMs: 5_000 })).toEqual({ stuck: ['a'], backlog: [] })
  expect(performance.now() - begun).toBeLessThan(4_000)
})
