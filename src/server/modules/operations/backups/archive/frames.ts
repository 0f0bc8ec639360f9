import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

import { BackupRefused, isAltered, isTorn } from '#server/modules/operations/backups/backup-refused.ts'

import { makeByteReader } from './byte-reader.ts'

/**
 * An archive is a sequence of zstd frames, which every `zstd -d` decompresses as one stream. A skippable frame, which
 * `zstd -d` ignores, precedes each one: it has the length of the next frame and a digest over that frame and everything
 * before it. So a torn, altered, reordered or missing frame is found before its content is used, without decompressing.
 * A mark with length 0 ends the archive.
 */
const SKIPPABLE_MAGIC = 0x184d2a57
const DIGEST_BYTES = 32
const MARK_BYTES = 4 + 4 + 4 + DIGEST_BYTES
/** Rows and files are far smaller: a chunk of rows ends after 1 MB. */
const FRAME_BYTES_MAX = 256 * 1024 * 1024

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const frameOptions = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** Compresses one frame, in a separate thread. */
export function toFrame(bytes: Buffer): Promise<Buffer> {
  return compress(bytes, frameOptions)
}

/** Throws `BackupRefused` for a frame that zstd does not accept, or that is far larger than the product writes. */
export async function fromFrame(frame: Buffer): Promise<Buffer> {
  try {
    return await decompress(frame, { maxOutputLength: FRAME_BYTES_MAX })
  } catch (error) {
    throw isAltered({ cause: error })
  }
}

export type FrameMarks = {
  /** The mark that precedes the frame. Call it in the order of the frames. */
  before(frame: Buffer): Buffer
  end(): Buffer
}

export function makeFrameMarks(): FrameMarks {
  let digest: Buffer = Buffer.alloc(DIGEST_BYTES)
  const mark = (frame: Buffer) => {
    digest = chain(digest, frame)
    const bytes = Buffer.alloc(MARK_BYTES)
    bytes.writeUInt32LE(SKIPPABLE_MAGIC, 0)
    bytes.writeUInt32LE(MARK_BYTES - 8, 4)
    bytes.writeUInt32LE(frame.length, 8)
    digest.copy(bytes, 12)
    return bytes
  }
  return { before: mark, end: () => mark(Buffer.alloc(0)) }
}

function chain(before: Buffer, frame: Buffer): Buffer {
  return createHash('sha256').update(before).update(frame).digest()
}

/** Yields verified frames, still compressed. Throws `BackupRefused` as soon as something is missing or wrong. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  const reader = makeByteReader(source, () => (isFirst ? isNoBackup() : isTorn()))
  let digest: Buffer = Buffer.alloc(DIGEST_BYTES)
  for (;;) {
    const mark = await reader.read(MARK_BYTES)
    if (mark === undefined) throw isFirst ? isNoBackup() : isTorn()
    const isOurs = mark.readUInt32LE(0) === SKIPPABLE_MAGIC && mark.readUInt32LE(4) === MARK_BYTES - 8
    if (!isOurs) throw isFirst ? isNoBackup() : isAltered()
    isFirst = false
    const length = mark.readUInt32LE(8)
    if (length > FRAME_BYTES_MAX) throw isAltered()
    const frame = await reader.read(length)
    if (frame === undefined) throw isTorn()
    digest = chain(digest, frame)
    if (!digest.equals(mark.subarray(12))) throw isAltered()
    if (length === 0) {
      if ((await reader.read(1)) !== undefined) throw isAltered()
      return
    }
    yield frame
  }
}

function isNoBackup() {
  return new BackupRefused(
    'not_a_backup',
    'This file is not a backup of this product. Name one that "npm run backup" wrote.',
  )
}
