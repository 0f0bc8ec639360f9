import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

import { BackupRefused, isAltered } from '#server/modules/operations/backups/backup-refused.ts'

import {
  ARCHIVE_FORMAT,
  type ArchiveHeader,
  type Manifest,
  names,
  parseHeader,
  parseManifest,
  readFormat,
} from './archive-parts.ts'
import { fromFrame, readFrames } from './frames.ts'
import { sealedMagic, unseal } from './seal.ts'
import { type Entry, fromTarEntry } from './tar-entry.ts'

export type OpenedArchive = {
  header: ArchiveHeader
  /** Undefined if SECRET_KEY is not in the archive. */
  secretKey: string | undefined
  /** The remaining entries, verified as they are read. Can be read once. */
  entries: AsyncIterable<Entry>
}

/** Reads the header of an archive. Throws `BackupRefused` if there is none, or it is from a newer version. */
export async function openArchive(source: AsyncIterable<Buffer>): Promise<OpenedArchive> {
  const entries = readEntries(source)
  const first = await entries.next()
  if (first.done === true || first.value.name !== names.header) throw isAltered()
  const header = toHeader(first.value.bytes)
  if (!header.hasSecretKey) return { header, secretKey: undefined, entries }
  const second = await entries.next()
  if (second.done === true || second.value.name !== names.secretKey) throw isAltered()
  return { header, secretKey: second.value.bytes.toString(), entries }
}

async function* readEntries(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  for await (const frame of readFrames(source)) yield fromTarEntry(await fromFrame(frame))
}

function toHeader(bytes: Buffer): ArchiveHeader {
  const { format, product } = readFormat(bytes)
  if (format > ARCHIVE_FORMAT)
    throw new BackupRefused(
      'newer_version',
      `The backup was written by version ${product}, which is newer than this one. Restore it by that version.`,
    )
  return parseHeader(bytes)
}

export type ArchiveFile = {
  header: ArchiveHeader
  manifest: Manifest
  /** The size of the file itself. */
  bytes: number
  /** Reads from the beginning, on every call. */
  read(): Promise<OpenedArchive>
}

/**
 * Reads and verifies the whole file once, so that a torn or altered one is refused before its first row is used.
 * `passphrase` is called if it is sealed.
 */
export async function openArchiveFile(
  file: string,
  { passphrase, onBytes }: { passphrase: () => Promise<string>; onBytes?: (read: number) => void },
): Promise<ArchiveFile> {
  const word = (await isSealed(file)) ? await passphrase() : undefined
  const source = () => {
    const stream = createReadStream(file, { highWaterMark: 1024 * 1024 })
    return word === undefined ? stream : unseal(stream, word)
  }
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of source() as AsyncIterable<Buffer>) {
      bytes += chunk.length
      onBytes?.(bytes)
      yield chunk
    }
  }
  let first: Buffer | undefined
  let last: Buffer | undefined
  for await (const frame of readFrames(counted())) {
    first ??= frame
    last = frame
  }
  if (first === undefined || last === undefined) throw isAltered()
  const header = toHeader(fromTarEntry(await fromFrame(first)).bytes)
  const end = fromTarEntry(await fromFrame(last))
  if (end.name !== names.manifest) throw isAltered()
  const manifest = parseManifest(end.bytes)
  return { header, manifest, bytes, read: () => openArchive(source()) }
}

async function isSealed(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(
      Buffer.alloc(sealedMagic.length),
      0,
      sealedMagic.length,
      0,
    )
    return bytesRead === sealedMagic.length && buffer.equals(sealedMagic)
  } finally {
    await handle.close()
  }
}
