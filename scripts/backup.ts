import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { type Config, readConfig } from '#server/config.ts'
import type { Bucket } from '#server/integrations/outgoing/bucket.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { readProductVersion } from '#server/lib/environment/product-version.ts'
import { makeLog } from '#server/lib/log/make-log.ts'
import { overClient } from '#server/lib/postgres/over-client.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'
import { type FileStores, findFileStores } from '#server/modules/attachments/archived-files.ts'
import { makeBucketSink } from '#server/modules/operations/backups/archive/bucket-sink.ts'
import type { ArchiveHeader } from '#server/modules/operations/backups/archive/archive-parts.ts'
import { makeFileSink, type Sink } from '#server/modules/operations/backups/archive/sink.ts'
import { BackupRefused } from '#server/modules/operations/backups/backup-refused.ts'
import { recordBackup } from '#server/modules/operations/backups/automatic/record-backup.ts'
import { nameBackup } from '#server/modules/operations/backups/name-backup.ts'
import {
  opensArchive,
  writeBackup,
  type WrittenBackup,
} from '#server/modules/operations/backups/write-backup.ts'

import { readPassphrase } from './backup/read-passphrase.ts'
import { readOptions, runCommand } from './backup/run-command.ts'
import { describeBackup, makeProgress } from './backup/show-progress.ts'
import { withDatabase } from './with-database.ts'

const usage = 'Usage: npm run backup -- --to=FILE|FOLDER|bucket [--passphrase] [--with-key]'

/**
 * `npm run backup -- --to=FILE|FOLDER|bucket`: one archive of the database and its files, with or without a running
 * product. `bucket` is the one in the settings; the archive is an object below `backups/`. `--passphrase` encrypts it,
 * with BACKUP_PASSPHRASE or typed input; `--with-key` includes SECRET_KEY.
 */
await runCommand(async () => {
  const { values } = readOptions(usage, {
    to: { type: 'string' },
    passphrase: { type: 'boolean' },
    'with-key': { type: 'boolean' },
  })
  if (!values.to) throw new ConfigError(usage)
  const config = readConfig(process.env)
  const isSealed = values.passphrase === true || config.backupPassphrase !== undefined
  const passphrase = isSealed ? await readPassphrase(config.backupPassphrase, { isNew: true }) : undefined
  const secretKey = values['with-key'] === true ? knownKey(config) : undefined
  const progress = makeProgress(describeBackup)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new ConfigError('Stopped. Nothing was written.')))
  const { to } = values
  const done = await withDatabase(config, async (ownerUrl) => {
    const files = await findStores(config, ownerUrl)
    const target = await openTarget(to, { isSealed, bucket: files.bucket })
    const written = await writeBackup({
      ownerUrl,
      product: readProductVersion(),
      files,
      sink: target.sink,
      secretKey,
      passphrase,
      onProgress: progress.show,
      signal: stopping.signal,
    })
    await record(ownerUrl, { ...target, isSealed })
    return { written, target }
  }).finally(progress.end)
  console.log(describe(done.written, { ...done.target, config, isSealed }))
})

type Target = { store: 'disk' | 'bucket'; sink: Sink; where: string; bytes: () => number }

async function openTarget(
  to: string,
  { isSealed, bucket }: { isSealed: boolean; bucket: Bucket | undefined },
): Promise<Target> {
  const name = nameBackup(new Date(), isSealed)
  if (to !== 'bucket') {
    const file = await toFile(to, name)
    return count('disk', await makeFileSink(file), file)
  }
  if (bucket === undefined)
    throw new BackupRefused(
      'no_storage',
      'The settings name no bucket. Enter one in Settings → Storage, or name a file or a folder.',
    )
  const key = `backups/${name}`
  return count('bucket', await makeBucketSink(bucket, key), `${bucket.endpoint}/${bucket.bucket}/${key}`)
}

function count(store: Target['store'], sink: Sink, where: string): Target {
  let bytes = 0
  const write = (chunk: Buffer) => {
    bytes += chunk.length
    return sink.write(chunk)
  }
  return { store, sink: { ...sink, write }, where, bytes: () => bytes }
}

async function toFile(to: string, name: string): Promise<string> {
  const path = resolve(to)
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true ? join(path, name) : path
}

function knownKey({ secretKey, secretKeyFile }: Config): string {
  if (secretKeyFile === undefined) return secretKey
  throw new ConfigError(
    `--with-key needs the SECRET_KEY: the variable is not set, and ${secretKeyFile} does not exist.`,
  )
}

async function findStores(config: Config, url: string): Promise<FileStores> {
  const client = makeClient(url, 'tally-and-reach backup')
  await client.connect()
  try {
    const secrets = makeSecrets(config.secretKey, config.secretKeyPrevious)
    return await findFileStores({ config, secrets, db: overClient(client), log: makeLog('warn') })
  } finally {
    await endClient(client)
  }
}

/** System Status shows its age. */
async function record(
  url: string,
  { store, where, bytes, isSealed }: Target & { isSealed: boolean },
): Promise<void> {
  const client = makeClient(url, 'tally-and-reach backup')
  await client.connect()
  try {
    await recordBackup(client, { store, where, bytes: bytes(), isSealed })
  } finally {
    await endClient(client)
  }
}

function describe(
  { header, manifest }: WrittenBackup,
  { where, bytes, config, isSealed }: Target & { config: Config; isSealed: boolean },
): string {
  const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
  const lost = manifest.missingFiles
  return [
    `Written: ${where}, ${(bytes() / 1e6).toFixed(1)} MB${isSealed ? ', sealed' : ''}.`,
    `It has ${rows.toLocaleString('en-US')} rows of ${header.tables.length} tables and ${manifest.files.count} files, as of ${header.takenAt}.`,
    ...(lost > 0 ? [`Warning: ${lost} files are missing from their store, and from the backup.`] : []),
    header.hasSecretKey
      ? 'It has the SECRET_KEY: who can open it can read every stored password and key.'
      : `Not in it: the SECRET_KEY. Store it elsewhere (${keyPlace(config, header)}): without it, stored passwords and keys of providers, gateways and mail are lost.`,
    ...(isSealed ? ['Store the passphrase elsewhere too: without it the backup cannot be opened.'] : []),
  ].join('\n')
}

function keyPlace({ dataDir, secretKey }: Config, header: ArchiveHeader): string {
  if (!opensArchive(header, secretKey)) return 'the one here is not that of this database'
  return process.env['SECRET_KEY'] ? 'the variable SECRET_KEY' : join(dataDir, 'secret-key')
}
