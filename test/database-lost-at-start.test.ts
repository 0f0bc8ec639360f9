import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { type Fate, startFront } from './database-front.ts'
import { makeTestDatabase, type TestDatabase } from './database.ts'
import { makeDataDir, startScript } from './start-script.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

/** An "authentication ok" message, cut off: its letter and length. */
const half = Buffer.from([0x52, 0, 0, 0, 8])
const next = Buffer.from('S\0\0\0\x0dkey\0value\0', 'latin1')

const answerAndEnd =
  (answer: Buffer): Fate =>
  (near) =>
    void near.once('data', () => near.end(answer))
/** Lets the client sign in, and closes the connection at its first query. */
const cutAtFirstQuestion: Fate = (near, relay) => {
  relay()
  let isIn = false
  near.on('data', (chunk) => {
    if (isIn && /^[QP]/.test(chunk.toString('latin1'))) near.resetAndDestroy()
    isIn = true
  })
}

test('if the database disconnects at any step of the start, the process waits for it and starts', async () => {
  // By the connection's number.
  const fates = new Map<number, Fate>([
    [1, answerAndEnd(Buffer.concat([half, next]))],
    [2, answerAndEnd(half)],
    [3, answerAndEnd(Buffer.from('!\0\0\0\x04', 'latin1'))],
    [4, (near) => near.destroy()],
    // From here on the database has been reachable, and the start is repeated.
    [6, answerAndEnd(Buffer.concat([half, next]))],
    [8, cutAtFirstQuestion],
    [12, cutAtFirstQuestion],
  ])
  const left = new Set(fates.keys())
  const front = await startFront(database.url, (nth) => {
    left.delete(nth)
    return fates.get(nth)
  })
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  const env = { DATABASE_URL: front.url, DATA_DIR: dataDir, SANDBOX: 'off', HEALTH_PORT: '0' }
  const script = startScript(env, { args: ['--role=worker'] })
  await script.ready
  expect([...left]).toEqual([])
  const said = script.lines().join('\n')
  expect(said.match(/^Waiting for the database at /gm)).toHaveLength(1)
  expect(said.match(/^The database was lost during the start \(.+\)\. Starting again …$/gm)).toHaveLength(3)
  expect(said).not.toMatch(/^\s+at /m) // no stack
  expect(await script.stop()).toMatchObject({ code: 0 })
}, 120_000)
