import { expect, test } from 'vitest'

import { makeGate } from './gate.ts'

test('whoever leaves while waiting makes room and is not worked for', async () => {
  const gate = makeGate({ runningMax: 1, waitingMax: 1 })
  const leaving = new AbortController()
  const first = Promise.withResolvers<void>()
  const ran: string[] = []
  const running = gate(() => first.promise)
  const left = gate(async () => void ran.push('left'), leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'unavailable' })
  const stays = gate(async () => void ran.push('stays'))
  first.resolve()
  await Promise.all([running, stays])
  await expect(gate(async () => void ran.push('gone before'), leaving.signal)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(ran).toEqual(['stays'])
})

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
