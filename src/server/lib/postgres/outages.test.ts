import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startFront } from '#test/database-front.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { awaitDatabase } from './outages.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

/** PostgreSQL's answer to a refused connection. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E____')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A front that answers each connection with `answer`, or relays it to the test's database if that returns undefined. */
const startAnswering = (answer: () => Buffer | undefined) =>
  startFront(database.url, () => {
    const told = answer()
    return told && ((near) => void near.once('data', () => near.end(told)))
  })

/** A message type that PostgreSQL does not have. */
const nonsense = Buffer.from('!\0\0\0\x04', 'latin1')
const impatient = { recovering: 0.6, absent: 0.6 }

test('waits for a recovering database, and notifies the operator once', async () => {
  let answers = 0
  const { url } = await startAnswering(() => {
    answers += 1
    return answers < 4 ? refusal('57P03', 'the database system is starting up') : undefined
  })
  const lines: string[] = []
  await awaitDatabase(url, { say: (line) => void lines.push(line) })
  expect(answers).toBe(4)
  expect(lines).toEqual([expect.stringMatching(/^Waiting for the database at .* is starting up/)])
})

test.each([
  ['57P02', 'terminating connection because of crash of another server process'],
  ['08P01', 'pgbouncer cannot connect to server'],
  ['08P01', 'server login has been failing, cached error: connect failed (server_login_retry)'],
])('waits after a failure (%s %s)', async (code, sentence) => {
  let answers = 0
  const { url } = await startAnswering(() => {
    answers += 1
    return answers === 1 ? refusal(code, sentence) : undefined
  })
  await awaitDatabase(url)
  expect(answers).toBe(2)
})

test("waits for a server that hasn't started yet", async () => {
  const { url, server } = await startAnswering(() => undefined)
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  await once(server, 'close')
  const say = () => void server.listen(port, '127.0.0.1')
  await expect(awaitDatabase(url, { say })).resolves.toBeUndefined()
})

test.each([
  ['recovers for too long', refusal('57P03', 'the database system is starting up'), 'is starting up'],
  ['hangs up', Buffer.alloc(0), 'Connection terminated'],
  ['says what nobody understands', nonsense, 'received invalid response'],
])('one that %s ends with a sentence, without its password', async (_what, answer, why) => {
  const { url } = await startAnswering(() => answer)
  const error = await awaitDatabase(url, { seconds: impatient }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(why) })
  expect(String(error)).toMatch(
    /^ConfigError: The database at 127\.0\.0\.1:\d+\/\S+ doesn't accept connections: /,
  )
  expect(String(error)).not.toContain('secret')
})

test('a connection that never closes is abandoned', async () => {
  const { url } = await startFront(database.url, () => (near) => {
    near.once('data', () => {
      near.write(nonsense)
      near.pause()
    })
  })
  await expect(awaitDatabase(url, { seconds: impatient })).rejects.toThrow('received invalid response')
})

test.each([
  ['28P01', 'password authentication failed for user "tally"'],
  ['3D000', 'database "tally" does not exist'],
  ['08P01', 'server login has been failing, cached error: password authentication failed'],
])('a permanent refusal (%s) is reported at once', async (code, sentence) => {
  let answers = 0
  const { url } = await startAnswering(() => {
    answers += 1
    return refusal(code, sentence)
  })
  await expect(awaitDatabase(url)).rejects.toThrow(sentence)
  expect(answers).toBe(1)
})
