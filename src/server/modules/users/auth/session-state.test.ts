import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import type { AppError } from '#contract/base/errors.ts'
import { type Cluster, makeCluster } from '#server/lib/postgres/cluster.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeUser } from '#test/factories.ts'

import { makeAuthenticate, makeTokenSigner } from './authenticate.ts'
import { endSession } from './end-session.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())
afterEach(() => vi.restoreAllMocks())

type Events = TestApp['ctx']['events']

/** A process that has received all events up to then; it counts how often it reads sessions. */
function makeProcess(heardUntil: Events['heardUntil'], cluster?: Cluster) {
  const counted = { reads: 0 }
  const pool: typeof app.ctx.pool = Object.create(app.ctx.pool)
  const query = (asked: { name: string; text: string; values: unknown[] }) => {
    if (asked.name === 'read-sessions') counted.reads += 1
    // A connection allows one statement per name.
    return app.ctx.pool.query(cluster === undefined ? asked : { ...asked, name: 'read-sessions-of-shards' })
  }
  Object.assign(pool, { query })
  const events = { ...app.ctx.events, heardUntil }
  return { counted, authenticate: makeAuthenticate({ ...app.ctx, pool, events, cluster }) }
}

test('a session is read again after 5 s while events of its end are received, otherwise after 1 s', async () => {
  const { token } = await makeUser(app.ctx)
  const base = performance.now()
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => base + passed)
  let heardAgo = 0
  const { counted, authenticate } = makeProcess(() => base + passed - heardAgo)
  const readsAt = async (ms: number) => {
    passed = ms
    await authenticate(`Bearer ${token}`, null)
    return counted.reads
  }
  expect(await readsAt(0)).toBe(1)
  expect(await readsAt(4_900)).toBe(1)
  expect(await readsAt(5_100)).toBe(2)
  heardAgo = 1_100
  expect(await readsAt(6_000)).toBe(2)
  expect(await readsAt(6_200)).toBe(3)
  heardAgo = Infinity
  expect(await readsAt(7_300)).toBe(4)
})

test('on a cluster, where an event may arrive before its commit is visible, a session is read again after 1 s', async () => {
  const { token } = await makeUser(app.ctx)
  const base = performance.now()
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => base + passed)
  const { counted, authenticate } = makeProcess(() => base + passed, makeCluster([-2_147_483_648]))
  for (const [ms, reads] of [
    [0, 1],
    [900, 1],
    [1_100, 2],
  ] as const) {
    passed = ms
    await authenticate(`Bearer ${token}`, null)
    expect(counted.reads).toBe(reads)
  }
})

test("on a cluster the sessions of many shards are read by a few connections, so that a hanging node doesn't use all of them", async () => {
  const shards = Array.from({ length: 32 }, (_, at) => -2_147_483_648 + at * 2 ** 27)
  const cluster = makeCluster(shards)
  const pool: typeof app.ctx.pool = Object.create(app.ctx.pool)
  const answers: (() => void)[] = []
  const query = () => new Promise((resolve) => answers.push(() => resolve({ rows: [] })))
  Object.assign(pool, { query })
  const authenticate = makeAuthenticate({ ...app.ctx, pool, cluster })
  const sign = makeTokenSigner(app.ctx.secrets)
  const userIds = Array.from({ length: 500 }, (_, at) => at + 1)
  expect(new Set(userIds.map((id) => cluster.shardOf(id))).size).toBe(32)
  const asked = userIds.map((id) => authenticate(`Bearer ${sign(id, randomUUID())}`, null))
  const refusals: unknown[] = []
  for (const one of asked) one.catch((error: AppError) => refusals.push(error.code))
  await vi.waitFor(() => expect(answers.length).toBe(4))
  let inFlightMax = 0
  for (; refusals.length < asked.length; await setImmediate()) {
    inFlightMax = Math.max(inFlightMax, answers.length)
    answers.shift()?.()
  }
  expect(inFlightMax).toBe(4)
  expect(refusals).toEqual(userIds.map(() => 'authentication_required'))
})

test('the tx that ends a session notifies other processes, even if its process dies right after', async () => {
  const { id, token } = await makeUser(app.ctx)
  const { authenticate } = makeProcess(() => performance.now())
  const { sessionId } = await authenticate(`Bearer ${token}`, null)
  const dying = { ...app.ctx, events: { ...app.ctx.events, publish: () => undefined } }
  await endSession(dying, { userId: id, sessionId })
  const isRefused = () =>
    authenticate(`Bearer ${token}`, null).then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused, { timeout: 3_000, interval: 20 }).toBe(true)
})

test('sessions are read again after a time in which events may have been missed', async () => {
  const { token } = await makeUser(app.ctx)
  const { counted, authenticate } = makeProcess(() => performance.now())
  await authenticate(`Bearer ${token}`, null)
  app.ctx.events.publish({ topic: 'gap' })
  await authenticate(`Bearer ${token}`, null)
  expect(counted.reads).toBe(2)
})
