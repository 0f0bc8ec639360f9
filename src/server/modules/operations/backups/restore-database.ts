import { type Client, DatabaseError } from 'pg'

import { copyIn, type CopyIn } from '#server/lib/postgres/copy-rows.ts'
import { createSchema } from '#server/lib/postgres/create-schema.ts'
import { lockMigrations } from '#server/lib/postgres/migrate.ts'
import { endClient, makeClient } from '#server/lib/postgres/pool.ts'

import {
  type ArchivedFile,
  type ArchivedSequence,
  type ArchivedTable,
  type ArchiveHeader,
  type LineSum,
  type Manifest,
  names,
  parseManifest,
  parseSequences,
  readName,
} from './archive/archive-parts.ts'
import type { OpenedArchive } from './archive/open-archive.ts'
import type { Entry } from './archive/tar-entry.ts'
import { BackupRefused, isAltered } from './backup-refused.ts'
import { sumRows } from './rows/archive-rows.ts'
import { listTables, type ReadTable, setForCopy } from './rows/snapshot.ts'
import { dropConstraints } from './schema/drop-constraints.ts'
import { refuseTarget } from './schema/refuse-target.ts'
import { type BackupProgress, makeFileCounter } from './write-backup.ts'

const NEWLINE = 10

export type RestoreOptions = {
  /** A direct connection as the owner role. */
  ownerUrl: string
  archive: OpenedArchive
  /** Called with each file; undefined skips files. */
  onFile?: ((client: Client, file: ArchivedFile & { bytes: Buffer }) => Promise<void>) | undefined
  /** Runs the last statements of the tx. */
  beforeCommit?: ((client: Client, restored: RestoredDatabase) => Promise<void>) | undefined
  /** Called if the server has confirmed that the commit failed. */
  onRolledBack?: (() => void) | undefined
  onProgress?: ((progress: BackupProgress) => void) | undefined
}

export type RestoredDatabase = {
  header: ArchiveHeader
  manifest: Manifest
  /** Tables of the archive that the product doesn't have. */
  unknownTables: string[]
}

/**
 * Restores an archive into an empty database, in one tx: nothing is visible before the commit, and a failure or a
 * killed process leaves nothing. Needs no superuser: tables, rows, keys, foreign keys, triggers. Then every table is
 * read again and compared with the manifest. Throws `BackupRefused`.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<RestoredDatabase> {
  const client = makeClient(options.ownerUrl, 'tally-and-reach restore')
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A product that starts meanwhile waits.
    await lockMigrations(client)
    await refuseTarget(client)
    await client.query('begin')
    const restored = await restoreInTx(client, options)
    await options.beforeCommit?.(client, restored)
    await commit(client, options)
    return restored
  } finally {
    await endClient(client)
  }
}

async function commit(client: Client, { onRolledBack }: RestoreOptions): Promise<void> {
  try {
    await client.query('commit')
  } catch (error) {
    // A lost connection, or one that the server ends, says nothing about the commit.
    if (error instanceof DatabaseError && error.severity === 'ERROR') onRolledBack?.()
    throw error
  }
}

async function restoreInTx(client: Client, options: RestoreOptions): Promise<RestoredDatabase> {
  const { archive, onProgress } = options
  const { header } = archive
  await setForCopy(client)
  await client.query(`set local maintenance_work_mem = '256MB'`)
  await createSchema(client, header.migrations.length)
  const tables = matchTables(header, await listTables(client))
  const dropped = await dropConstraints(client)
  // Migrations insert some rows.
  await client.query(`truncate ${tables.map(({ quoted }) => quoted).join(', ')}`)
  const manifest = await loadEntries(client, { ...options, tables })

  let done = 0
  const all = [...dropped.indexes, ...dropped.foreignKeys, ...dropped.triggers]
  const build = async (statements: readonly string[]) => {
    for (const statement of statements) {
      await client.query(statement)
      onProgress?.({ step: 'indexes', done: (done += 1), of: all.length })
    }
  }
  await build(dropped.indexes)
  // Foreign keys are checked by joins, whose plans need table sizes.
  await client.query(`analyze ${tables.map(({ quoted }) => quoted).join(', ')}`)
  await build(dropped.foreignKeys)
  await build(dropped.triggers)
  await compareRows(client, { tables, manifest, onProgress })
  return { header, manifest, unknownTables: listUnknown(header, tables) }
}

type LoadedTable = ReadTable & { columns: string[] }

/** The product's tables with the archive's columns. */
function matchTables(header: ArchiveHeader, created: readonly ReadTable[]): LoadedTable[] {
  return created.map((table) => {
    const archived = header.tables.find(({ name }) => name === table.name)
    const more = archived?.columns.filter((column) => !table.columns.includes(column)) ?? []
    if (archived === undefined || more.length > 0)
      throw new BackupRefused(
        'other_schema',
        `The table ${table.name} of the backup is not as version ${header.product} makes it` +
          `${more.length > 0 ? ` (its columns ${more.join(', ')} are unknown)` : ''}. ` +
          'Its database was changed by hand: undo that there, and write the backup again.',
      )
    return { ...table, columns: archived.columns, select: toSelect(table.quoted, archived) }
  })
}

function toSelect(quoted: string, { columns }: ArchivedTable): string {
  return `select ${columns.map(quoteName).join(', ')} from ${quoted}`
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function listUnknown(header: ArchiveHeader, tables: readonly LoadedTable[]): string[] {
  return header.tables.map(({ name }) => name).filter((name) => !tables.some((table) => table.name === name))
}

/** Processes the entries in order and answers the manifest. One COPY per table, regardless of the number of chunks. */
async function loadEntries(
  client: Client,
  { archive, tables, onFile, onProgress }: RestoreOptions & { tables: readonly LoadedTable[] },
): Promise<Manifest> {
  let loading: { table: string; copy: CopyIn; rows: number } | undefined
  const endTable = async () => {
    await loading?.copy.end()
    loading = undefined
  }
  const files = makeFileCounter()
  let manifest: Manifest | undefined
  for await (const entry of archive.entries) {
    const named = readName(entry.name)
    if (named !== undefined && 'table' in named) {
      if (loading?.table !== named.table) {
        await endTable()
        const table = tables.find(({ name }) => name === named.table)
        if (table === undefined) continue
        loading = { table: table.name, copy: copyIn(client, toCopy(table)), rows: 0 }
      }
      await loading.copy.write(entry.bytes)
      loading.rows += countLines(entry.bytes)
      onProgress?.({ step: 'rows', table: loading.table, rows: loading.rows })
      continue
    }
    await endTable()
    if (named !== undefined) {
      files.add(entry)
      await onFile?.(client, { store: named.store, key: named.key, bytes: entry.bytes })
      onProgress?.({ step: 'files', files: files.result().count })
    } else if (entry.name === names.sequences) await setSequences(client, parseSequences(entry.bytes))
    else if (entry.name === names.manifest) manifest = readEnd(entry, archive.header, files.result())
    else throw isAltered()
  }
  if (manifest === undefined) throw isAltered()
  return manifest
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

/** Frozen rows need no vacuum later; possible because the table was emptied in this tx. */
function toCopy({ quoted, columns, isPartitioned }: LoadedTable): string {
  const options = isPartitioned ? '' : ' with (freeze true)'
  return `copy ${quoted} (${columns.map(quoteName).join(', ')}) from stdin${options}`
}

function readEnd({ bytes }: Entry, header: ArchiveHeader, files: LineSum): Manifest {
  const manifest = parseManifest(bytes)
  const isWhole =
    manifest.id === header.id &&
    manifest.files.count === files.count &&
    manifest.files.checksum === files.checksum
  if (!isWhole) throw isAltered()
  return manifest
}

async function setSequences(client: Client, sequences: readonly ArchivedSequence[]): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval(to_regclass($1), $2::bigint, $3) where to_regclass($1) is not null', [
      quoteName(name),
      last,
      isCalled,
    ])
}

async function compareRows(
  client: Client,
  {
    tables,
    manifest,
    onProgress,
  }: { tables: readonly LoadedTable[]; manifest: Manifest } & Pick<RestoreOptions, 'onProgress'>,
): Promise<void> {
  for (const { name, select } of tables) {
    onProgress?.({ step: 'compare', table: name })
    const restored = await sumRows(client, select)
    const archived = manifest.tables[name]
    if (archived?.count === restored.count && archived.checksum === restored.checksum) continue
    throw new BackupRefused(
      'not_equal',
      `The restored table ${name} is not equal to the backup: it has ${restored.count} rows, the backup has ${archived?.count ?? 0}. ` +
        'Nothing was restored. Please report this.',
    )
  }
}
