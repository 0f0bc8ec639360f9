import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeEvents } from '#server/lib/events/events.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

let one: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  one = await makeTestDatabase()
  other = await makeTestDatabase()
})
afterAll(async () => {
  await one.drop()
  await other.drop()
})

const log = makeLog('silent')

test('refuses to start where notifications do not arrive, with a sentence for the operator; an outage is reported as one', async () => {
  const deaf = makeEvents({ pool: one.pool, log, directUrl: other.url })
  const silent: typeof one.pool = Object.assign(Object.create(one.pool), {
    query: () => new Promise(() => {}),
  })
  const cutOff = makeEvents({ pool: silent, log, directUrl: one.url })
  await Promise.all([
    expect(deaf).rejects.toThrow(
      'Notifications sent through the database are not received. DATABASE_DIRECT_URL must lead to the PostgreSQL of DATABASE_URL itself, not to a pooler.',
    ),
    expect(cutOff).rejects.toThrow('Connection terminated: the database is silent on it'),
  ])
})

test('receives notifications again after the server closed its connection, and reports a possible gap', async () => {
  const [speaker, listener] = await Promise.all([
    makeEvents({ pool: one.pool, log }),
    makeEvents({ pool: one.pool, log }),
  ])
  let gaps = 0
  listener.on('gap', () => (gaps += 1))
  await one.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tally-events' and datname = current_database()",
  )
  await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1)
  let heard = 0
  listener.on('settings', () => (heard += 1))
  speaker.publish({ topic: 'settings' })
  await expect.poll(() => heard).toBe(1)
  await Promise.all([speaker.close(), listener.close()])
})

test('reports until when it has received everything, and -Infinity once the connection is lost', async () => {
  const events = await makeEvents({ pool: one.pool, log })
  await expect.poll(() => performance.now() - events.heardUntil(), { timeout: 10_000 }).toBeLessThan(1_000)
  const ended = one.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tally-events' and datname = current_database()",
  )
  await expect.poll(() => events.heardUntil(), { timeout: 5_000, interval: 5 }).toBe(-Infinity)
  await ended
  await events.close()
})

test("receives nothing while the pool can't publish, without a gap; a pool connected elsewhere is a gap", async () => {
  const pool: typeof one.pool = Object.create(one.pool)
  const events = await makeEvents({ pool, log })
  let gaps = 0
  events.on('gap', () => (gaps += 1))
  const heardAgo = () => performance.now() - events.heardUntil()
  await expect.poll(heardAgo, { timeout: 10_000 }).toBeLessThan(1_000)
  Object.assign(pool, { query: () => Promise.reject(new Error('all connections are in use')) })
  await expect.poll(heardAgo, { timeout: 10_000 }).toBeGreaterThan(2_000)
  expect(heardAgo()).toBeLessThan(60_000)
  Object.assign(pool, { query: one.pool.query.bind(one.pool) })
  await expect.poll(heardAgo, { timeout: 10_000 }).toBeLessThan(1_000)
  expect(gaps).toBe(0)
  Object.assign(pool, { query: other.pool.query.bind(other.pool) })
  await expect.poll(() => events.heardUntil(), { timeout: 10_000 }).toBe(-Infinity)
  Object.assign(pool, { query: one.pool.query.bind(one.pool) })
  await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1)
  await events.close()
})

test('sends one notification at a time, and those that arrive meanwhile with the next', async () => {
  let [running, most, sent] = [0, 0, 0]
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const pool: typeof one.pool = Object.create(one.pool)
  const query = async (...args: Parameters<typeof one.pool.query>) => {
    // The listener's own delivery test is not an event.
    if (!String(args[0]).includes('unnest')) return one.pool.query(...args)
    most = Math.max(most, (running += 1))
    await isReleased
    running -= 1
    sent += 1
    return one.pool.query(...args)
  }
  const events = await makeEvents({ pool, log })
  Object.assign(pool, { query })
  events.publish({ topic: 'order', userId: 1, id: 1 })
  await expect.poll(() => running).toBe(1)
  for (let id = 2; id <= 10; id += 1) events.publish({ topic: 'order', userId: 1, id })
  release()
  await events.close()
  expect([most, sent]).toEqual([1, 2])
})

test('a listener that throws fails neither the publisher nor the other listeners', async () => {
  const events = await makeEvents({ pool: one.pool, log })
  let heard = 0
  events.on('settings', () => {
    throw new Error('a listener with a bug')
  })
  events.on('settings', () => (heard += 1))
  expect(() => events.publish({ topic: 'settings' })).not.toThrow()
  expect(heard).toBe(1)
  await events.close()
})
