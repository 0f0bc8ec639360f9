import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { makeTestDatabase, type TestDatabase } from '#test/database.ts'

import { type DatabaseProxy, startDatabaseProxy } from './start-proxy.ts'

let database: TestDatabase
let proxy: DatabaseProxy

beforeAll(async () => {
  database = await makeTestDatabase()
  await database.pool.query('create table kept (word text)')
})
afterAll(() => database.drop())
beforeEach(async () => {
  proxy = await startDatabaseProxy(database.url)
})
afterEach(async () => {
  await proxy.stop()
  await database.pool.query('delete from kept')
})

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: proxy.url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const kept = async () =>
  (await database.pool.query('select word from kept order by 1')).rows.map(({ word }) => word)
const keep = (client: Client, word: string) => client.query('insert into kept values ($1)', [word])
const oneOf = (client: Client) => client.query('select 1 as one')
/** The result of the work, if it ends in time. */
const within = (ms: number, work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => 'done' as const,
      () => 'failed' as const,
    ),
    sleep(ms, 'waiting' as const),
  ])

test('without faults it changes nothing, however long the answer and whatever the protocol', async () => {
  const client = await connect()
  const { rows } = await client.query('select n, repeat($1, 1000) as text from generate_series(1, 5000) n', [
    'é',
  ])
  expect(rows).toHaveLength(5000)
  expect(rows[4999]).toEqual({ n: 5000, text: 'é'.repeat(1000) })
  await expect(client.query('select 1/0')).rejects.toThrow(/division by zero/)
  for (const word of ['a', 'b'])
    await client.query({ name: 'keep', text: 'insert into kept values ($1)', values: [word] })
  expect(await kept()).toEqual(['a', 'b'])
})

test('the answer of a commit is lost after it has committed, and the connection with it', async () => {
  const client = await connect()
  const drop = proxy.dropAnswers({ of: 'commit', times: 1 })
  await keep(client, 'single')
  await client.query('begin')
  await keep(client, 'committed')
  await expect(client.query('commit')).rejects.toThrow(/terminated/)
  expect(await kept()).toEqual(['committed', 'single'])
  expect(drop.dropped()).toBe(1)
})

test.each([
  ['in one go', (client: Client) => client.query("insert into kept values ('x')")],
  ['with values', (client: Client) => keep(client, 'x')],
  [
    'under a name',
    (client: Client) => client.query({ name: 'n', text: 'insert into kept values ($1)', values: ['x'] }),
  ],
  [
    'inside of a with',
    (client: Client) =>
      client.query("with new as (insert into kept values ('x') returning word) select * from new"),
  ],
])('the answer of a single statement is lost after it has committed, sent %s', async (_how, ask) => {
  const client = await connect()
  await client.query({ name: 'n', text: 'insert into kept values ($1)', values: ['before'] })
  const drop = proxy.dropAnswers({ of: 'statement', times: 1 })
  await oneOf(client)
  await expect(ask(client)).rejects.toThrow(/terminated/)
  expect(await kept()).toEqual(['before', 'x'])
  expect(drop.dropped()).toBe(1)
})

test('a failure is passed on, and the drop waits for a commit', async () => {
  const client = await connect()
  const drop = proxy.dropAnswers({ of: 'statement', times: 1 })
  await expect(client.query('insert into kept values (1/0)')).rejects.toThrow(/division by zero/)
  expect(drop.dropped()).toBe(0)
  await expect(keep(client, 'x')).rejects.toThrow(/terminated/)
  expect(drop.dropped()).toBe(1)
})

test('a callback can run between the commit and the loss of its answer', async () => {
  const client = await connect()
  let seen: string[] = []
  proxy.dropAnswers({ of: 'statement', times: 1, meanwhile: async () => void (seen = await kept()) })
  await expect(keep(client, 'x')).rejects.toThrow(/terminated/)
  expect(seen).toEqual(['x'])
})

test('cut in the middle of an answer, both ends notice, and new connections work', async () => {
  const client = await connect()
  expect(proxy.cutInTheMiddle()).toBe(1)
  await expect(client.query('select repeat($1, 100000) as text', ['y'])).rejects.toThrow(/terminated/)
  expect((await oneOf(await connect())).rowCount).toBe(1)
})

test('nothing follows the half before a cut, even when the server goes on', async () => {
  const lift = proxy.darken('answers')
  const client = new Client({ connectionString: proxy.url })
  client.on('error', () => undefined)
  const chunks: Buffer[] = []
  client.connection.stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const connecting = client.connect()
  await sleep(200) // until the server has let it in, which takes several messages
  expect(proxy.cutInTheMiddle()).toBe(1)
  lift()
  await expect(connecting).rejects.toThrow(/terminated/)
  const got = Buffer.concat(chunks)
  expect(got).toHaveLength(Math.ceil((1 + got.readInt32BE(1)) / 2))
})

test('cut off, nothing passes until it is restored', async () => {
  const client = await connect()
  await proxy.cut()
  await expect(oneOf(client)).rejects.toThrow(/terminated|not queryable/)
  await expect(connect()).rejects.toThrow(/ECONNREFUSED/)
  await proxy.restore()
  expect((await oneOf(await connect())).rowCount).toBe(1)
})

test('a delay applies to each question and its answer, and ends', async () => {
  const client = await connect()
  const timed = async () => {
    const begun = performance.now()
    await oneOf(client)
    return performance.now() - begun
  }
  proxy.delay(150)
  expect(await timed()).toBeGreaterThan(290)
  proxy.delay(0)
  // At least one of them: a busy machine may delay others.
  await expect.poll(timed, { timeout: 30_000 }).toBeLessThan(150)
})

test('in a blackout nothing passes, new connections included, and afterwards all of it does', async () => {
  const client = await connect()
  const lift = proxy.darken()
  const asked = keep(client, 'x')
  const late = connect()
  expect(await within(300, asked)).toBe('waiting')
  expect(await within(1, late)).toBe('waiting')
  expect(await kept()).toEqual([])
  lift()
  await asked
  await oneOf(await late)
  expect(await kept()).toEqual(['x'])
})

test.each([true, false])(
  'half-open (server gone: %s), old connections hang and new ones work',
  async (isServerGone) => {
    const client = await connect()
    await client.query('begin')
    await keep(client, 'open')
    const underWay = client.query('select pg_sleep(0.2)')
    await sleep(100) // until it is there
    expect(proxy.halfOpen({ isServerGone })).toBe(1)
    expect(await within(400, underWay)).toBe('waiting')
    expect(await within(300, oneOf(client))).toBe('waiting')
    const fresh = await connect()
    expect((await oneOf(fresh)).rowCount).toBe(1)
    const open = () =>
      database.pool.query(
        "select from pg_stat_activity where datname = current_database() and state like 'idle in%'",
      )
    await expect.poll(async () => (await open()).rowCount).toBe(isServerGone ? 0 : 1)
  },
)
