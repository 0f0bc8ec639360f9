import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { awaitDatabase } from './await-database.ts'
import { makeClient } from './pool.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

/** PostgreSQL's answer to a connection that it does not take. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E____')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A server that answers each connection with `answer`, and where that is nothing, is the test's database. */
async function startFront(answer: () => Buffer | undefined): Promise<{ url: string; server: Server }> {
  const { host, port, user, database: name } = makeClient(database.url)
  const server = createServer((near) => {
    near.on('error', () => undefined)
    const told = answer()
    if (told !== undefined) return void near.once('data', () => near.end(told))
    const far: Socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port: own } = server.address() as AddressInfo // it listens on TCP
  return { url: `postgresql://${user ?? ''}:secret@127.0.0.1:${own}/${name ?? ''}`, server }
}

const impatient = { recovering: 0.6, absent: 0.6 }

test('a database that recovers is waited for, and the operator is told once', async () => {
  let answers = 0
  const { url } = await startFront(() => {
    answers += 1
    return answers < 4 ? refusal('57P03', 'the database system is starting up') : undefined
  })
  const lines: string[] = []
  await awaitDatabase(url, { say: (line) => void lines.push(line) })
  expect(answers).toBe(4)
  expect(lines).toEqual([expect.stringMatching(/^Waiting for the database at .* is starting up/)])
})

test('one that nobody has started yet is waited for', async () => {
  const { url, server } = await startFront(() => undefined)
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  await once(server, 'close')
  const say = () => void server.listen(port, '127.0.0.1')
  await expect(awaitDatabase(url, { say })).resolves.toBeUndefined()
})

test.each([
  ['recovers for too long', refusal('57P03', 'the database system is starting up'), 'is starting up'],
  ['hangs up', Buffer.alloc(0), 'Connection terminated'],
])('one that %s is given up with a sentence, without its password', async (_what, answer, why) => {
  const { url } = await startFront(() => answer)
  const error = await awaitDatabase(url, { seconds: impatient }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(why) })
  expect(String(error)).toMatch(/^ConfigError: The database at 127\.0\.0\.1:\d+\/\S+ takes no connection: /)
  expect(String(error)).not.toContain('secret')
})

test('a refusal that no waiting changes is told at once', async () => {
  let answers = 0
  const { url } = await startFront(() => {
    answers += 1
    return refusal('28P01', 'password authentication failed for user "tally"')
  })
  await expect(awaitDatabase(url)).rejects.toThrow('password authentication failed')
  expect(answers).toBe(1)
})
