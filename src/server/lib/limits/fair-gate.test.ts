import { expect, test } from 'vitest'

import { makeFairGate } from './fair-gate.ts'

/** Everything that comes while the gate is busy, in the order in which it runs. */
async function run(came: readonly (readonly [from: string, what: string])[], waitingMax = 100) {
  const gate = makeFairGate({ runningMax: 1, waitingMax })
  const busy = Promise.withResolvers<void>()
  const ran: string[] = []
  const running = gate(['first', 'first'], () => busy.promise)
  const outcomes = came.map(([from, what]) =>
    gate(from.split('/'), async () => void ran.push(what)).catch((error: { code: string }) =>
      ran.push(`${what} ${error.code}`),
    ),
  )
  // Refusals come at once.
  await Promise.resolve()
  busy.resolve()
  await running
  await Promise.all(outcomes)
  return ran
}

const many = (count: number, from: string, what: string) =>
  Array.from({ length: count }, (_, at) => [from, `${what}${at}`] as const)

test('the places take turns, and so do the places within one, each in the order in which they came', async () => {
  const came = [
    ...many(5, 'a/1', 'flood'),
    ['a/2', 'neighbour'],
    ['b/1', 'other'],
    ['b/1', 'other again'],
  ] as const
  expect(await run(came)).toEqual([
    'flood0',
    'other',
    'neighbour',
    'other again',
    'flood1',
    'flood2',
    'flood3',
    'flood4',
  ])
})

test('where too many wait, the last one of the longest line is sent away, whoever comes', async () => {
  const came = [...many(3, 'a/1', 'flood'), ['b/1', 'other'], ['a/2', 'neighbour'], ['a/1', 'more']] as const
  expect(await run(came, 3)).toEqual([
    'flood2 unavailable',
    'flood1 unavailable',
    'more unavailable',
    'flood0',
    'other',
    'neighbour',
  ])
})

test('where every line is as long, the one that came last is sent away, and not the one whose turn is next', async () => {
  const came = [
    ['a/1', 'first'],
    ['b/1', 'second'],
    ['c/1', 'third'],
    ['d/1', 'late'],
  ] as const
  expect(await run(came, 3)).toEqual(['late unavailable', 'first', 'second', 'third'])
})

test('runs so many at once and no more, goes on after a failure, and is free again afterwards', async () => {
  const gate = makeFairGate({ runningMax: 2, waitingMax: 10 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  const fail = () => work().then(() => Promise.reject(new Error('a bug')))
  for (let round = 0; round < 2; round += 1) {
    const outcomes = await Promise.allSettled([work, fail, work, fail, work].map((one) => gate(['a'], one)))
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  }
  expect(most).toBe(2)
})
