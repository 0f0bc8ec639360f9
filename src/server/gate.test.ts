import { expect, test } from 'vitest'

import { makeGate } from './gate.ts'

test('runs so many at once, lets so many wait, refuses the rest, and goes on after a failure', async () => {
  const gate = makeGate({ runningMax: 2, waitingMax: 3 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  const fail = () => work().then(() => Promise.reject(new Error('a bug')))
  const outcomes = await Promise.allSettled([
    gate(work),
    gate(fail),
    gate(work),
    gate(work),
    gate(work),
    gate(work),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  expect(outcomes.at(-1)).toMatchObject({
    reason: { code: 'unavailable', details: { retryAfterSeconds: 1 } },
  })
  expect(most).toBe(2)
  await gate(work)
  await Promise.all([gate(work), gate(work), gate(work), gate(work), gate(work)])
  expect(most).toBe(2)
})
