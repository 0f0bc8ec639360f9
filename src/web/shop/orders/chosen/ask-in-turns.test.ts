import { expect, test } from 'vitest'

import { askInTurns } from './ask-in-turns.ts'

const hundred = Array.from({ length: 100 }, (_, at) => at)

test('each is asked once, four at most at a time', async () => {
  const asked: number[] = []
  let underWay = 0
  let most = 0
  const begun = await askInTurns(
    hundred,
    async (item) => {
      asked.push(item)
      underWay += 1
      most = Math.max(most, underWay)
      await Promise.resolve()
      underWay -= 1
    },
    new AbortController().signal,
  )
  expect([begun, asked, most]).toEqual([100, hundred, 4])
})

test('stopping leaves the rest unasked, and finishes the running ones', async () => {
  const stopping = new AbortController()
  const finished: number[] = []
  const begun = await askInTurns(
    hundred,
    async (item) => {
      if (item === 5) stopping.abort()
      await Promise.resolve()
      finished.push(item)
    },
    stopping.signal,
  )
  expect(begun).toBeLessThan(10)
  expect(finished.toSorted((a, b) => a - b)).toEqual(hundred.slice(0, begun))
})
