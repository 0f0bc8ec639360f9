import { dirname } from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

import { resealTwoFactorSecrets } from '#server/modules/users/two-factor/reseal-secrets.ts'
import { resealMailServers } from '#server/modules/messaging/emails/mail-server-before.ts'
import { resealGatewayKeys } from '#server/modules/payments/gateways/store-account.ts'
import { resealProviderKeys } from '#server/modules/providers/accounts/provider-account.ts'
import { resealSettingsSecrets } from '#server/modules/settings/settings-secrets.ts'

import type { Config } from '#server/config.ts'
import { lockSecretKeyCheck, writeSecretKeyCheck } from '#server/lib/postgres/secret-key-check.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { findSecretKey, keepSecretKey } from './kept-secret-key.ts'
import { makeSecrets, sealedBy, type Secrets } from '#server/lib/crypto/secrets.ts'

type KeyConfig = Pick<Config, 'secretKey' | 'secretKeyFile' | 'secretKeyPrevious'>

/** Whoever seals something for the database stands here. */
const sealers = [
  resealProviderKeys,
  resealGatewayKeys,
  resealSettingsSecrets,
  resealTwoFactorSecrets,
  resealMailServers,
]

const purpose = 'secret-key-check'

/**
 * The SECRET_KEY that this process works with: the one by which the database's check value opens. The first process
 * on a database writes it; a key that was drawn for that is kept in DATA_DIR now, and not before. Under another key
 * than before, with that one as SECRET_KEY_PREVIOUS, all that is sealed is sealed anew, in one tx: killed in the
 * middle of it, it has changed nothing, and the next start begins again.
 *
 * Throws a ConfigError when the key is not the one: tokens and stored keys would be made that no other process can use.
 */
export async function proveSecretKey(config: KeyConfig, pool: Pool): Promise<string> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // Nobody listens yet.
  return transact({ db, events: { publish: () => undefined } }, async (tx) => {
    const check = await lockSecretKeyCheck(tx)
    if (check === undefined) return beFirst(tx, config)
    const secretKey = keyAtHand(config)
    const secrets = makeSecrets(secretKey)
    const isOwn = opens(secrets, check)
    // What was sealed before keys were named gets its name now.
    if (isOwn && sealedBy(check) !== undefined) return secretKey
    const both = makeSecrets(secretKey, config.secretKeyPrevious)
    if (!isOwn && !opens(both, check)) throw new ConfigError(wrongKey)
    await resealAll(tx, { from: both, to: secrets })
    await writeSecretKeyCheck(tx, secrets.seal(purpose, purpose))
    return secretKey
  })
}

async function beFirst(tx: Tx, { secretKey, secretKeyFile, secretKeyPrevious }: KeyConfig): Promise<string> {
  const secrets = makeSecrets(secretKey, secretKeyPrevious)
  // A database from before there was a check value, or one whose rows were brought from elsewhere.
  const { opened, closed } = await resealAll(tx, { from: secrets, to: secrets })
  if (opened === 0 && closed > 0) throw new ConfigError(wrongKey)
  const kept = secretKeyFile === undefined ? secretKey : keep(secretKeyFile, secretKey)
  await writeSecretKeyCheck(tx, makeSecrets(kept).seal(purpose, purpose))
  return kept
}

/** A key that was drawn for this start is none. A process beside this one may have kept its own since. */
function keyAtHand({ secretKey, secretKeyFile }: KeyConfig): string {
  if (secretKeyFile === undefined) return secretKey
  const kept = findSecretKey(secretKeyFile)
  if (kept !== undefined) return kept
  throw new ConfigError(
    `This database was first used with a SECRET_KEY that is not here: neither is the variable set, nor is there ${secretKeyFile}. ` +
      'Give the SECRET_KEY, or that file, of the DATA_DIR with which the database was first used.',
  )
}

const wrongKey =
  'This SECRET_KEY does not open what the database holds, which was sealed with another one. Start with that one; ' +
  'to change it, give that one as SECRET_KEY_PREVIOUS beside the new one.'

function keep(file: string, key: string): string {
  try {
    return keepSecretKey(file, key)
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

function opens(secrets: Secrets, check: Buffer): boolean {
  return tryToOpen(secrets, purpose, check) === purpose
}

function tryToOpen(secrets: Secrets, own: string, sealed: Buffer): string | undefined {
  try {
    return secrets.open(own, sealed)
  } catch {
    return undefined
  }
}
