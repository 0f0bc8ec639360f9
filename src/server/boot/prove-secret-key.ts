import { dirname } from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

import type { Config } from '#server/config.ts'
import { makeSecrets, sealedBy, type Secrets } from '#server/lib/crypto/secrets.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { lockSecretKeyCheck, writeSecretKeyCheck } from '#server/lib/postgres/secret-key-check.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { resealMailServers } from '#server/modules/messaging/emails/mail-server-before.ts'
import { resealGatewayKeys } from '#server/modules/payments/gateways/store-account.ts'
import { resealProviderKeys } from '#server/modules/providers/accounts/provider-account.ts'
import { resealSettingsSecrets } from '#server/modules/settings/settings-secrets.ts'
import { resealTwoFactorSecrets } from '#server/modules/users/two-factor/reseal-secrets.ts'

import { findSecretKey, storeSecretKey } from './stored-secret-key.ts'

type KeyConfig = Pick<Config, 'secretKey' | 'secretKeyFile' | 'secretKeyPrevious'>

/** Every module that encrypts data in the database. */
const sealers = [
  resealProviderKeys,
  resealGatewayKeys,
  resealSettingsSecrets,
  resealTwoFactorSecrets,
  resealMailServers,
]

const purpose = 'secret-key-check'

/**
 * Returns the SECRET_KEY that decrypts the database's check value. The first process on a database writes that value, and
 * stores a generated key in DATA_DIR only then. With a new key, and the old one as SECRET_KEY_PREVIOUS, everything
 * is re-encrypted in one tx, so an interruption changes nothing.
 *
 * Throws a ConfigError for a wrong key: it would make tokens and secrets that no other process can read.
 */
export async function proveSecretKey(config: KeyConfig, pool: Pool): Promise<string> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // There are no listeners yet.
  return transact({ db, events: { publish: () => undefined } }, async (tx) => {
    const check = await lockSecretKeyCheck(tx)
    if (check === undefined) return beFirst(tx, config)
    const secretKey = keyAtHand(config)
    const secrets = makeSecrets(secretKey)
    const isOwn = opensCheck(secrets, check)
    // Data encrypted before keys had names is re-encrypted with one.
    if (isOwn && sealedBy(check) !== undefined) return secretKey
    const both = makeSecrets(secretKey, config.secretKeyPrevious)
    if (!isOwn && !opensCheck(both, check)) throw new ConfigError(wrongKey)
    await resealAll(tx, { from: both, to: secrets })
    await writeSecretKeyCheck(tx, secrets.seal(purpose, purpose))
    return secretKey
  })
}

async function beFirst(tx: Tx, { secretKey, secretKeyFile, secretKeyPrevious }: KeyConfig): Promise<string> {
  const secrets = makeSecrets(secretKey, secretKeyPrevious)
  // A database without a check value may still have encrypted rows, copied from another one.
  const { opened, closed } = await resealAll(tx, { from: secrets, to: secrets })
  if (opened === 0 && closed > 0) throw new ConfigError(wrongKey)
  const kept = secretKeyFile === undefined ? secretKey : keep(secretKeyFile, secretKey)
  await writeSecretKeyCheck(tx, makeSecrets(kept).seal(purpose, purpose))
  return kept
}

/** A generated key is not used here: the database has been used with another, which a process may have stored meanwhile. */
function keyAtHand({ secretKey, secretKeyFile }: KeyConfig): string {
  if (secretKeyFile === undefined) return secretKey
  const kept = findSecretKey(secretKeyFile)
  if (kept !== undefined) return kept
  throw new ConfigError(
    `This database was first used with a SECRET_KEY that is missing: the variable is not set, and ${secretKeyFile} doesn't exist. ` +
      'Set the SECRET_KEY, or copy that file from the DATA_DIR, with which the database was first used.',
  )
}

const wrongKey =
  'This SECRET_KEY cannot decrypt the database, which was encrypted with another one. Start with that one; ' +
  'to change it, also set SECRET_KEY_PREVIOUS to the old one.'

function keep(file: string, key: string): string {
  try {
    return storeSecretKey(file, key)
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dirname(file)} cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function resealAll(
  tx: Tx,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<{ opened: number; closed: number }> {
  const count = { opened: 0, closed: 0 }
  for (const resealOwn of sealers)
    await resealOwn(tx, (own, sealed) => {
      const text = tryToOpen(from, own, sealed)
      count[text === undefined ? 'closed' : 'opened'] += 1
      return text === undefined ? undefined : to.seal(own, text)
    })
  return count
}

/** Whether they are those of the database with this check value. */
export function opensCheck(secrets: Secrets, check: Buffer): boolean {
  return tryToOpen(secrets, purpose, check) === purpose
}

function tryToOpen(secrets: Secrets, own: string, sealed: Buffer): string | undefined {
  try {
    return secrets.open(own, sealed)
  } catch {
    return undefined
  }
}
