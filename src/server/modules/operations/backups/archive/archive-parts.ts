import * as z from 'zod/mini'

/** Raised when older versions can no longer read the archive. */
export const ARCHIVE_FORMAT = 1

const whole = z.number().check(z.int(), z.nonnegative())

const migrationSchema = z.object({ name: z.string(), checksum: z.string() })
const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) })

/** `header.json`, the first entry: what must be known before the rest is read. */
const headerSchema = z.object({
  format: whole,
  /** Identifies this archive; stored in `restorations`. */
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  /** The product's version. */
  product: z.string(),
  /** All migrations that ran on the database, in order. */
  migrations: z.array(migrationSchema),
  mode: z.nullable(z.enum(['sandbox', 'live'])),
  /** For information: rows are text, and indexes are built after them. */
  postgres: z.object({
    version: z.string(),
    encoding: z.string(),
    collation: z.string(),
    extensions: z.array(z.string()),
  }),
  /** In the order of their rows. Generated columns are left out. */
  tables: z.array(tableSchema),
  hasFiles: z.boolean(),
  hasSecretKey: z.boolean(),
  /** A known text encrypted with SECRET_KEY, base64; null if the product never ran on the database. */
  secretKeyCheck: z.nullable(z.string()),
})
export type ArchiveHeader = z.output<typeof headerSchema>
export type ArchivedTable = z.output<typeof tableSchema>

const sumSchema = z.object({ count: whole, bytes: whole, checksum: z.string() })
/** The number of lines, their bytes, and a checksum that does not depend on their order (`line-sum.ts`). */
export type LineSum = z.output<typeof sumSchema>

const manifestSchema = z.object({
  id: z.uuid(),
  /** Rows, as COPY writes them. */
  tables: z.record(z.string(), sumSchema),
  sequences: whole,
  /** One line per file: its name in the archive, size and SHA-256. `bytes` is the total size of the files. */
  files: sumSchema,
  /** Files that have a row but are missing from their store. */
  missingFiles: whole,
})
/** `manifest.json`, the last entry. */
export type Manifest = z.output<typeof manifestSchema>

const sequenceSchema = z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })
/** `sequences.json`, read after the rows, so that no id of a row is assigned again. */
export type ArchivedSequence = z.output<typeof sequenceSchema>

/** Throws if the JSON has another shape. */
export const parseHeader = (bytes: Buffer) => z.parse(headerSchema, JSON.parse(bytes.toString()))
export const parseManifest = (bytes: Buffer) => z.parse(manifestSchema, JSON.parse(bytes.toString()))
export const parseSequences = (bytes: Buffer) =>
  z.parse(z.array(sequenceSchema), JSON.parse(bytes.toString()))

/** Only the format and version, for archives of a version with another header. */
export function readFormat(bytes: Buffer): { format: number; product: string } {
  const loose = z.object({ format: whole, product: z.string() })
  return z.parse(loose, JSON.parse(bytes.toString()))
}

export const names = {
  header: 'header.json',
  secretKey: 'secret-key',
  sequences: 'sequences.json',
  manifest: 'manifest.json',
  chunk: (table: string, number: number) => `tables/${table}/${String(number).padStart(5, '0')}.copy`,
  file: (store: string, key: string) => `files/${store}/${key}`,
}

export type ArchivedFile = { store: 'disk' | 'bucket'; key: string }

/** Parses an entry name: the table of a chunk, or the store and key of a file. */
export function readName(name: string): { table: string } | ArchivedFile | undefined {
  const table = /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1]
  if (table !== undefined) return { table }
  const [, store, key] = /^files\/(disk|bucket)\/(\d+\/[\w-]+)$/.exec(name) ?? []
  if (key === undefined) return undefined
  return { store: store === 'disk' ? 'disk' : 'bucket', key }
}
