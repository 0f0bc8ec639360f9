import { hash, randomUUID } from 'node:crypto'

import type { Client } from 'pg'

import { opensCheck } from '#server/boot/prove-secret-key.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import { shareLock } from '#server/lib/postgres/advisory-locks.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'
import {
  type FileStores,
  listAttachedFiles,
  readArchivedFile,
} from '#server/modules/attachments/archived-files.ts'

import {
  ARCHIVE_FORMAT,
  type ArchiveHeader,
  type LineSum,
  type Manifest,
  names,
} from './archive/archive-parts.ts'
import { type ArchiveWriter, makeArchiveWriter } from './archive/archive-writer.ts'
import { makeLineCounter } from './archive/line-sum.ts'
import { makeSealedSink, type Sink } from './archive/sink.ts'
import { BackupRefused } from './backup-refused.ts'
import { archiveRows } from './rows/archive-rows.ts'
import { beginSnapshot, type ReadTable, readSequences, refuseCluster } from './rows/snapshot.ts'

/** The current step of a backup or restore; counts refer to the step. */
export type BackupProgress =
  | { step: 'rows'; table: string; rows: number }
  | { step: 'files'; files: number }
  | { step: 'indexes'; done: number; of: number }
  | { step: 'compare'; table: string }

export type BackupOptions = {
  /** A direct connection as the owner role, which may read every table. */
  ownerUrl: string
  /** The product's version. */
  product: string
  /** Undefined leaves files out. */
  files: FileStores | undefined
  /** Refuses if every file is missing, for example because their disk is not mounted. */
  needsFiles?: boolean | undefined
  sink: Sink
  /** Stored in the archive, which then gives access to everything. */
  secretKey?: string | undefined
  /** Seals the archive. */
  passphrase?: string | undefined
  onProgress?: ((progress: BackupProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

export type WrittenBackup = { header: ArchiveHeader; manifest: Manifest }

/**
 * Writes one archive of the database and its files, whether or not the product is running: every table from one
 * snapshot, then sequences, then files, which can't be removed meanwhile. Memory use is constant. Throws
 * `BackupRefused`, and leaves nothing behind on failure.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { ownerUrl, sink, passphrase } = options
  const client = makeClient(ownerUrl, 'tally-and-reach backup')
  // If the connection is lost, its statement fails.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseCluster(client)
    const sealed = passphrase === undefined ? sink : await makeSealedSink(sink, passphrase)
    await shareLock(client, 'backup')
    const tables = await beginSnapshot(client)
    const header = await makeHeader(client, tables, options)
    if (options.secretKey !== undefined && !opensArchive(header, options.secretKey))
      throw new BackupRefused(
        'wrong_secret_key',
        'The SECRET_KEY here (the variable, or the file secret-key in DATA_DIR) is not the one of this database.',
      )
    const writer = makeArchiveWriter(sealed, new Date(header.takenAt))
    const manifest = await writeParts(client, { ...options, header, tables, writer })
    return { header, manifest }
  } catch (error) {
    await sink.abort()
    throw error
  } finally {
    // Also ends the tx and releases the lock.
    await endClient(client)
  }
}

/** Whether this is the database's key, as far as that can be checked. */
export function opensArchive({ secretKeyCheck }: ArchiveHeader, secretKey: string): boolean {
  return secretKeyCheck === null || opensCheck(makeSecrets(secretKey), Buffer.from(secretKeyCheck, 'base64'))
}

type Parts = BackupOptions & { header: ArchiveHeader; tables: ReadTable[]; writer: ArchiveWriter }

async function writeParts(client: Client, parts: Parts): Promise<Manifest> {
  const { header, tables, writer, secretKey, onProgress, signal } = parts
  await writer.add({ name: names.header, bytes: toJson(header) })
  if (secretKey !== undefined) await writer.add({ name: names.secretKey, bytes: Buffer.from(secretKey) })
  const sums: Record<string, LineSum> = {}
  for (const table of tables) {
    const onRows = (rows: number) => onProgress?.({ step: 'rows', table: table.name, rows })
    sums[table.name] = await archiveRows(client, { table, writer, onRows, signal })
  }
  const sequences = await readSequences(client)
  await writer.add({ name: names.sequences, bytes: toJson(sequences) })
  const files = await writeFiles(client, parts)
  const manifest = { id: header.id, tables: sums, sequences: sequences.length, ...files }
  await writer.end({ name: names.manifest, bytes: toJson(manifest) })
  return manifest
}

async function writeFiles(
  client: Client,
  { files: stores, needsFiles, writer, onProgress, signal }: Parts,
): Promise<Pick<Manifest, 'files' | 'missingFiles'>> {
  const counter = makeFileCounter()
  let missingFiles = 0
  if (stores === undefined) return { files: counter.result(), missingFiles }
  for await (const file of listAttachedFiles(client)) {
    signal?.throwIfAborted()
    if (file.store === 'bucket' && stores.bucket === undefined)
      throw new BackupRefused(
        'no_storage',
        'Files are in a bucket, and the settings name none. Enter it in Settings → Storage.',
      )
    const bytes = await readArchivedFile(stores, file)
    if (bytes === undefined) {
      missingFiles += 1
      continue
    }
    const name = names.file(file.store, file.key)
    counter.add({ name, bytes })
    await writer.add({ name, bytes })
    onProgress?.({ step: 'files', files: counter.result().count })
  }
  const files = counter.result()
  if (needsFiles === true && missingFiles > 0 && files.count === 0)
    throw new BackupRefused('no_files', `None of ${missingFiles} files was found in their store.`)
  return { files, missingFiles }
}

/** The manifest's sum of files (`archive-parts.ts`). */
export function makeFileCounter() {
  const lines = makeLineCounter()
  let size = 0
  return {
    add({ name, bytes }: { name: string; bytes: Buffer }): void {
      size += bytes.length
      lines.add(Buffer.from(`${name}\t${bytes.length}\t${hash('sha256', bytes)}\n`))
    },
    result: (): LineSum => ({ ...lines.result(), bytes: size }),
  }
}

async function makeHeader(
  client: Client,
  tables: readonly ReadTable[],
  { product, files, secretKey }: BackupOptions,
): Promise<ArchiveHeader> {
  const { rows } = await client.query<{
    taken_at: Date
    version: string
    encoding: string
    collation: string
    extensions: string[]
    mode: ArchiveHeader['mode']
    check: Buffer | null
  }>(
    `select now() as taken_at, current_setting('server_version') as version,
       pg_encoding_to_char(encoding) as encoding, coalesce(datcollate, '') as collation,
       array(select extname || ' ' || extversion from pg_extension order by 1)::text[] as extensions,
       (select mode from database_mode) as mode, (select sealed from secret_key_check) as check
     from pg_database where datname = current_database()`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('the database is not in pg_database')
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  return {
    format: ARCHIVE_FORMAT,
    id: randomUUID(),
    takenAt: found.taken_at.toISOString(),
    product,
    migrations,
    mode: found.mode,
    postgres: {
      version: found.version,
      encoding: found.encoding,
      collation: found.collation,
      extensions: found.extensions,
    },
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    hasFiles: files !== undefined,
    hasSecretKey: secretKey !== undefined,
    secretKeyCheck: found.check?.toString('base64') ?? null,
  }
}

function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
