import { isAltered } from '#server/modules/operations/backups/backup-refused.ts'

/** A file in an archive. Each is one frame, so it is held in memory as a whole. */
export type Entry = { name: string; bytes: Buffer }

const BLOCK = 512
const NAME_BYTES = 100
/** Two empty blocks end a tar archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK)

/** The content with a ustar header, padded to whole blocks, so that `tar` can list and extract it. `seconds` since 1970. */
export function toTarEntry({ name, bytes }: Entry, seconds: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`the name ${name} is too long for tar`)
  const header = Buffer.alloc(BLOCK)
  const write = (text: string, at: number) => header.write(text, at, 'latin1')
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  write(octal(0o600, 7), 100)
  write(octal(0, 7), 108)
  write(octal(0, 7), 116)
  write(octal(bytes.length, 11), 124)
  write(octal(seconds, 11), 136)
  write('        ', 148) // the checksum is computed with spaces in its place
  write('0', 156)
  write('ustar\u000000', 257)
  write(`${octal(sum(header), 6)} `, 148)
  return Buffer.concat([header, bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))])
}

/** Parses the entry in a frame. Throws `BackupRefused` if it is not a valid one. */
export function fromTarEntry(frame: Buffer): Entry {
  if (frame.length < BLOCK || frame.toString('latin1', 257, 262) !== 'ustar') throw isAltered()
  const name = frame.toString('utf8', 0, frame.indexOf(0))
  const size = Number.parseInt(frame.toString('latin1', 124, 135), 8)
  if (!(size <= frame.length - BLOCK)) throw isAltered()
  return { name, bytes: frame.subarray(BLOCK, BLOCK + size) }
}

function sum(header: Buffer): number {
  let total = 0
  for (const byte of header) total += byte
  return total
}
