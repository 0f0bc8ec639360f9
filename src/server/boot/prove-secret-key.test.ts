import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { updateSettings } from '#contract/settings/admin-settings.ts'
import { setUpTwoFactor } from '#contract/users/two-factor.ts'
import { getProfile } from '#contract/users/users.ts'
import { makeSecrets, sealedBy } from '#server/lib/crypto/secrets.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'
import { openMailPassword } from '#server/modules/settings/settings-secrets.ts'
import { makeTestApp } from '#test/app.ts'
import { makeTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeProvider, makeUser } from '#test/factories.ts'
import { startScript } from '#test/start-script.ts'

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
  'This SECRET_KEY cannot decrypt the database, which was encrypted with another one. Start with that one; to change it, also set SECRET_KEY_PREVIOUS to the old one.'

test('the first process makes its key that of the database; another key is refused with a sentence', async () => {
  expect(await prove(one)).toBe(one)
  expect(await prove(one)).toBe(one)
  await expect(prove(other)).rejects.toThrow(new ConfigError(isWrong))
  expect(await prove(one)).toBe(one)
})

test('a generated key is stored by the first process, and a second DATA_DIR on the same database gets none', async () => {
  expect(await prove(one, { secretKeyFile: file })).toBe(one)
  expect(await readFile(file, 'utf8')).toBe(`${one}\n`)
  const second = join(dir, 'second-secret-key')
  await expect(prove(other, { secretKeyFile: second })).rejects.toThrow(
    `This database was first used with a SECRET_KEY that is missing: the variable is not set, and ${second} doesn't exist. ` +
      'Set the SECRET_KEY, or copy that file from the DATA_DIR, with which the database was first used.',
  )
  expect(existsSync(second)).toBe(false)
})

test('processes that generate keys at once on one DATA_DIR share one, and another DATA_DIR gets none', async () => {
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

test('before anything is stored or written, existing secrets must decrypt', async () => {
  const app = await makeTestApp({ env: { SECRET_KEY: one } })
  await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  const prover = (secretKey: string) => proveSecretKey({ secretKey, secretKeyFile: file }, app.database.pool)
  await expect(prover(other)).rejects.toThrow(isWrong)
  expect(existsSync(file)).toBe(false)
  expect(await prover(one)).toBe(one)
  await app.drop()
})

test('with a new key, secrets and signatures of the previous one stay valid, and everything is re-encrypted', async () => {
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

/** The names of the keys in the encrypted texts. */
async function namesOfKeys({ pool }: TestDatabase): Promise<(string | undefined)[]> {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select key_ciphertext as sealed from providers where key_ciphertext is not null union all select sealed from settings_secrets union all select sealed from two_factor union all select sealed from secret_key_check',
  )
  return rows.map(({ sealed }) => sealedBy(sealed)?.toString('hex'))
}

const nameOf = (key: string) => sealedBy(makeSecrets(key).seal('any', 'text'))?.toString('hex')

test('a process killed while the key changes has changed nothing, and the next start changes everything', async () => {
  const app = await makeTestApp({ env: { SECRET_KEY: one } })
  const { pool, url } = app.database
  await proveSecretKey({ secretKey: one }, pool)
  const provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9', key: 'panel-key' })
  const admin = await makeUser(app.ctx, { role: 'admin' })
  await app.call(updateSettings, { token: admin.token, body: { mail_password: 'of the mail server' } })
  await app.call(setUpTwoFactor, { token: admin.token, body: {} })
  expect(new Set(await namesOfKeys(app.database))).toEqual(new Set([nameOf(one)]))

  // A lock on one row stops the re-encryption in the middle.
  const holder = await pool.connect()
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
  await holder.query('select from settings_secrets for update')
  const keys = { SECRET_KEY: other, SECRET_KEY_PREVIOUS: one }
  const starting = startScript(
    { DATABASE_URL: url, DATA_DIR: dir, SANDBOX: 'off', HEALTH_PORT: '0', ...keys },
    { args: ['--role=worker'] },
  )
  const waiting = async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%settings_secrets%'`,
    )
    return rows.length
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
  starting.child.kill('SIGKILL')
  await starting.exited
  await holder.query('rollback')
  holder.release()
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)

  expect(new Set(await namesOfKeys(app.database))).toEqual(new Set([nameOf(one)]))
  expect((await getProviderAccount(app.ctx, provider.id)).key).toBe('panel-key')
  expect(await proveSecretKey({ secretKey: one }, pool)).toBe(one)

  expect(await proveSecretKey({ secretKey: other, secretKeyPrevious: one }, pool)).toBe(other)
  expect(new Set(await namesOfKeys(app.database))).toEqual(new Set([nameOf(other)]))
  const alone = await app.another({ databaseUrl: url, env: { SECRET_KEY: other } })
  expect(await openMailPassword(alone.ctx)).toBe('of the mail server')
  await app.drop()
}, 180_000)

/** Encrypted as before keys had names. */
function sealUnnamed(key: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const sealingKey = Buffer.from(hkdfSync('sha256', key, 'tally-and-reach', 'stored keys', 32))
  const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

test('secrets from before keys had names decrypt, and get the name of their key at the next start', async () => {
  const app = await makeTestApp({ env: { SECRET_KEY: one } })
  const { pool } = app.database
  const { id, slug } = await makeProvider(app.ctx, { url: 'http://127.0.0.1:9' })
  await pool.query('update providers set key_ciphertext = $1 where id = $2', [
    sealUnnamed(one, `provider-key:${slug}`, 'panel-key'),
    id,
  ])
  await pool.query('insert into secret_key_check (sealed) values ($1)', [
    sealUnnamed(one, 'secret-key-check', 'secret-key-check'),
  ])
  expect((await getProviderAccount(app.ctx, id)).key).toBe('panel-key')
  expect(await proveSecretKey({ secretKey: one }, pool)).toBe(one)
  expect(new Set(await namesOfKeys(app.database))).toEqual(new Set([nameOf(one)]))
  expect((await getProviderAccount(app.ctx, id)).key).toBe('panel-key')
  await app.drop()
})

test('a damaged key file is reported', async () => {
  await prove(one)
  await writeFile(file, 'short')
  await expect(prove(other, { secretKeyFile: file })).rejects.toThrow(/is damaged: restore it/)
})
