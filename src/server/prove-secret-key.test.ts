import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { updateSettings } from '#contract/settings-desk.ts'
import { getProfile } from '#contract/users.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'
import { openMailPassword } from '#server/settings/settings-secrets.ts'
import { makeTestApp } from '#test/app.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeProvider, makeUser } from '#test/factories.ts'

import { ConfigError } from './environment.ts'
import { proveSecretKey } from './prove-secret-key.ts'

let database: TestDatabase
let dir: string
let file: string

beforeEach(async () => {
  database = await makeTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'tally-key-'))
  file = join(dir, 'secret-key')
})
afterEach(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

const prove = (secretKey: string, more: { secretKeyFile?: string; secretKeyPrevious?: string } = {}) =>
  proveSecretKey({ secretKey, ...more }, database.pool)

const [one, other, third] = ['the key of one process', 'the key of another one', 'the key of a third one']
const isWrong =
  'This SECRET_KEY does not open what the database holds, which was sealed with another one. Start with that one; to change it, give that one as SECRET_KEY_PREVIOUS beside the new one.'

test('the first process makes its key the one of the database; another key is refused in a sentence', async () => {
  expect(await prove(one)).toBe(one)
  expect(await prove(one)).toBe(one)
  await expect(prove(other)).rejects.toThrow(new ConfigError(isWrong))
  expect(await prove(one)).toBe(one)
})

test('a drawn key is kept by the first process, and a second DATA_DIR beside the database gets none', async () => {
  expect(await prove(one, { secretKeyFile: file })).toBe(one)
  expect(await readFile(file, 'utf8')).toBe(`${one}\n`)
  const second = join(dir, 'second-secret-key')
  await expect(prove(other, { secretKeyFile: second })).rejects.toThrow(
    `This database was first used with a SECRET_KEY that is not here: neither is the variable set, nor is there ${second}. ` +
      'Give the SECRET_KEY, or that file, of the DATA_DIR with which the database was first used.',
  )
  expect(existsSync(second)).toBe(false)
})

test('of processes that draw at once, those on one DATA_DIR work with one key, and the other DATA_DIR has none', async () => {
  const second = join(dir, 'second-secret-key')
  const here = Array.from({ length: 4 }, (_, at) =>
    prove(`a key that was drawn ${at}`, { secretKeyFile: file }),
  )
  const all = await Promise.allSettled([...here, prove(other, { secretKeyFile: second })])
  const keys = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(new Set(keys).size).toBe(1)
  // Whichever came first: the other folder holds nothing.
  expect([existsSync(file), existsSync(second)].filter(Boolean)).toHaveLength(1)
  expect(keys).toHaveLength(existsSync(file) ? 4 : 1)
})

test('before anything is kept or written, what is sealed already must open', async () => {
  const app = await makeTestApp({ env: { SECRET_KEY: one } })
  await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  const prover = (secretKey: string) => proveSecretKey({ secretKey, secretKeyFile: file }, app.database.pool)
  await expect(prover(other)).rejects.toThrow(isWrong)
  expect(existsSync(file)).toBe(false)
  expect(await prover(one)).toBe(one)
  await app.drop()
})

test('under a new key, what the one before sealed and signed is good, and all is sealed anew', async () => {
  const app = await makeTestApp({ env: { SECRET_KEY: one } })
  await proveSecretKey({ secretKey: one }, app.database.pool)
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'panel-key' })
  const user = await makeUser(app.ctx)
  const admin = await makeUser(app.ctx, { role: 'admin' })
  await app.call(updateSettings, { token: admin.token, body: { mail_password: 'of the mail server' } })

  const config = { secretKey: other, secretKeyPrevious: one }
  expect(await proveSecretKey(config, app.database.pool)).toBe(other)
  const env = { SECRET_KEY: other, SECRET_KEY_PREVIOUS: one }
  const rotated = await app.another({ databaseUrl: app.database.url, env })
  expect((await rotated.call(getProfile, { token: user.token })).status).toBe(200)
  const alone = await app.another({ databaseUrl: app.database.url, env: { SECRET_KEY: other } })
  expect((await getProviderAccount(alone.ctx, provider.id)).key).toBe('panel-key')
  expect(await openMailPassword(alone.ctx)).toBe('of the mail server')
  expect((await alone.call(getProfile, { token: user.token })).status).toBe(401)

  expect(await proveSecretKey({ secretKey: other }, app.database.pool)).toBe(other)
  await expect(proveSecretKey({ secretKey: one }, app.database.pool)).rejects.toThrow(isWrong)
  const guess = { secretKey: third, secretKeyPrevious: one }
  await expect(proveSecretKey(guess, app.database.pool)).rejects.toThrow(isWrong)
  await app.drop()
})

test('a kept key that is damaged is said to be', async () => {
  await prove(one)
  await writeFile(file, 'short')
  await expect(prove(other, { secretKeyFile: file })).rejects.toThrow(/is damaged: restore it/)
})
