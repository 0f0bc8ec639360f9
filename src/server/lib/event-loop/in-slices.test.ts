import { expect, test } from 'vitest'

import { mapInSlices } from './in-slices.ts'

test('maps in order, and yields in between', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 1)
  const hold = (item: number, at: number) => {
    for (const until = performance.now() + 2; performance.now() < until;);
    return item * 10 + at
  }
  const mapped = await mapInSlices(
    Array.from({ length: 50 }, () => 1),
    hold,
  )
  clearInterval(other)
  expect(mapped).toEqual(Array.from({ length: 50 }, (_, at) => 10 + at))
  expect(turns).toBeGreaterThanOrEqual(4)
  expect(await mapInSlices([], hold)).toEqual([])
})
