import { expect, test } from 'vitest'

import { makeSemaphore } from './semaphore.ts'

/** Runs everything that arrives while it is busy; returns the order in which it ran. */
async function run(came: readonly (readonly [from: string, what: string])[], waitingMax = 100) {
  const semaphore = makeSemaphore({ runningMax: 1, waitingMax, waitMs: 10_000 })
  const busy = Promise.withResolvers<void>()
  const ran: string[] = []
  const running = semaphore(() => busy.promise, { from: ['first', 'first'] })
  const outcomes = came.map(([from, what]) =>
    semaphore(async () => void ran.push(what), { from: from.split('/') }).catch((error: { code: string }) =>
      ran.push(`${what} ${error.code}`),
    ),
  )
  // Refusals come immediately.
  await Promise.resolve()
  busy.resolve()
  await running
  await Promise.all(outcomes)
  return ran
}

const many = (count: number, from: string, what: string) =>
  Array.from({ length: count }, (_, at) => [from, `${what}${at}`] as const)

test('keys take turns, and waiters of one key run in order of arrival', async () => {
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

test('when too many wait, the last one of the longest queue is refused, not the newcomer', async () => {
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

test('when all queues are equally long, the last arrival is refused, not the next in turn', async () => {
  const came = [
    ['a/1', 'first'],
    ['b/1', 'second'],
    ['c/1', 'third'],
    ['d/1', 'late'],
  ] as const
  expect(await run(came, 3)).toEqual(['late unavailable', 'first', 'second', 'third'])
})

/** Work that counts how many run at once, some of which fails. */
function makeWork() {
  let running = 0
  const seen = { most: 0 }
  const work = async () => {
    running += 1
    seen.most = Math.max(seen.most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  const fail = () => work().then(() => Promise.reject(new Error('a bug')))
  return { work, fail, seen }
}

const statusesOf = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status)

test('limits running and waiting calls, refuses the rest, and recovers after an error', async () => {
  const semaphore = makeSemaphore({ runningMax: 2, waitingMax: 3, waitMs: 10_000 })
  const { work, fail, seen } = makeWork()
  for (let round = 0; round < 2; round += 1) {
    const outcomes = await Promise.allSettled(
      [work, fail, work, fail, work, work].map((one) => semaphore(one)),
    )
    const [f, r] = ['fulfilled', 'rejected']
    expect(statusesOf(outcomes)).toEqual([f, r, f, r, f, r])
    expect(outcomes[1]).toMatchObject({ reason: { message: 'a bug' } })
    expect(outcomes.at(-1)).toMatchObject({
      reason: { code: 'unavailable', details: { retryAfterSeconds: 1 } },
    })
  }
  expect(seen.most).toBe(2)
})

test('limits one key, while others run', async () => {
  const semaphore = makeSemaphore({ runningMax: 3, eachMax: 2, waitingMax: 10, waitMs: 10_000 })
  const busy = makeWork()
  const all = [busy.work, busy.fail, busy.work, busy.work].map((one) => semaphore(one, { from: ['a'] }))
  const settled = Promise.allSettled(all)
  const ended: string[] = []
  void all[3]?.then(() => ended.push('last of a'))
  await semaphore(async () => undefined, { from: ['b'] })
  ended.push('b')
  await settled
  expect(ended).toEqual(['b', 'last of a'])
  expect(busy.seen.most).toBe(2)
})

test('without waiting it refuses at once, by weight, with its own error', async () => {
  const semaphore = makeSemaphore({
    runningMax: 10,
    eachMax: 6,
    code: 'rate_limited',
    retryAfterSeconds: 5,
  })
  const refusal = { code: 'rate_limited', details: { retryAfterSeconds: 5 } }
  const { work } = makeWork()
  const take = (from: string, weight: number) => semaphore(work, { from: [from], weight })
  const first = take('a', 5)
  await expect(take('a', 2)).rejects.toMatchObject(refusal)
  await expect(take('b', 6)).rejects.toMatchObject(refusal)
  await Promise.all([first, take('a', 1), take('b', 4)])
  await take('a', 6)
})

test.each([
  ['abort', 600_000],
  ['timeout', 5],
])('a waiter that leaves by %s frees its slot and does not run', async (by, waitMs) => {
  const semaphore = makeSemaphore({ runningMax: 1, waitingMax: 1, waitMs, retryAfterSeconds: 7 })
  const refusal = { code: 'unavailable', details: { retryAfterSeconds: 7 } }
  const leaving = new AbortController()
  const first = Promise.withResolvers<void>()
  const ran: string[] = []
  const running = semaphore(() => first.promise)
  const left = semaphore(async () => void ran.push('left'), { signal: leaving.signal })
  if (by === 'abort') leaving.abort()
  await expect(left).rejects.toMatchObject(refusal)
  const stays = semaphore(async () => void ran.push('stays'))
  first.resolve()
  await Promise.all([running, stays])
  leaving.abort()
  const goneBefore = semaphore(async () => void ran.push('gone before'), { signal: leaving.signal })
  await expect(goneBefore).rejects.toMatchObject(refusal)
  await semaphore(async () => void ran.push('last'))
  expect(ran).toEqual(['stays', 'last'])
})

test('neither abort nor timeout ends running work', async () => {
  const semaphore = makeSemaphore({ runningMax: 1, waitingMax: 1, waitMs: 5 })
  const leaving = new AbortController()
  const first = semaphore(() => Promise.resolve())
  const second = semaphore(
    async () => {
      leaving.abort()
      await new Promise((resolve) => setTimeout(resolve, 20))
      return 'done'
    },
    { signal: leaving.signal },
  )
  await first
  expect(await second).toBe('done')
  // Nor does it count as waiting.
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => semaphore(async () => undefined)))
  expect(statusesOf(outcomes)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})
