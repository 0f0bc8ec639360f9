import { resolve } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'

import { type Config, readConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { makeClient } from '#server/lib/postgres/pool.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { storeSecretKey } from '#server/boot/stored-secret-key.ts'
import { makeSecrets, type Secrets } from '#server/lib/crypto/secrets.ts'

import { carryOver, type Carried } from './go-live/carry-over.ts'
import { withDatabase } from './with-database.ts'

const usage = 'Usage: npm run go-live -- --data-dir=./live [--database-url=… [--database-direct-url=…]]'

/**
 * `npm run go-live -- --data-dir=./live [--database-url=… [--database-direct-url=…]]`: makes a live database and
 * copies the operator's own data from the sandbox database, which stays unchanged. The product may be running on the
 * old one. A given SECRET_KEY is used for the new one too; otherwise that gets its own.
 */
try {
  const { dataDir, env } = readArguments()
  const from = readConfig(process.env)
  const to = readConfig(env)
  if (from.dataDir === to.dataDir)
    throw new ConfigError(
      '--data-dir is the current DATA_DIR. Going live needs a new database, so choose a new folder.',
    )
  const carried = await withDatabase(from, (fromUrl) =>
    withNewDatabase(to, (toUrl) =>
      carryBetween({
        fromUrl,
        toUrl,
        opening: makeSecrets(from.secretKey, from.secretKeyPrevious),
        sealing: makeSecrets(keyOf(to)),
      }),
    ),
  )
  for (const [what, count] of Object.entries(carried)) console.log(`${String(count).padStart(7)}  ${what}`)
  console.log(
    `Copied to the new database. Start it with DATA_DIR=${dataDir}${to.databaseUrl === undefined ? '' : ', its DATABASE_URL'} and your ` +
      'PUBLIC_URL, sign in as before, then add your providers and payment gateway.',
  )
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`, { cause: error })
  }
}

function readArguments() {
  const text = { type: 'string' } as const
  const values = readOptions({ 'data-dir': text, 'database-url': text, 'database-direct-url': text })
  if (values['data-dir'] === undefined) throw new ConfigError(usage)
  const dataDir = resolve(values['data-dir'])
  const database = {
    DATABASE_URL: values['database-url'],
    DATABASE_DIRECT_URL: values['database-direct-url'],
  }
  return { dataDir, env: { ...process.env, ...database, DATA_DIR: dataDir, SECRET_KEY_PREVIOUS: undefined } }
}

/** Stored in the new folder when none is given. */
function keyOf({ secretKey, secretKeyFile }: Config): string {
  return secretKeyFile === undefined ? secretKey : storeSecretKey(secretKeyFile, secretKey)
}

async function withNewDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseOwnerUrl !== undefined) {
    await migrate(config.databaseOwnerUrl)
    return work(config.databaseOwnerUrl)
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    await migrate(url)
    return await work(url)
  } finally {
    await stop()
  }
}

async function carryBetween(ends: {
  fromUrl: string
  toUrl: string
  opening: Secrets
  sealing: Secrets
}): Promise<Carried> {
  const from = makeClient(ends.fromUrl, 'tally-and-reach go live')
  const to = makeClient(ends.toUrl, 'tally-and-reach go live')
  try {
    await from.connect()
    await to.connect()
    return await carryOver({ from, to, opening: ends.opening, sealing: ends.sealing })
  } finally {
    await from.end()
    await to.end()
  }
}
