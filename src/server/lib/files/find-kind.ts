import { fileTypeFromBuffer } from 'file-type'

import { type FileKind, isFileKind } from './file-kinds.ts'

/**
 * What a file is by its first bytes, and for Office's old files by what is in them: installers have the same first
 * bytes. Undefined for whatever is not taken.
 */
export async function findKind(bytes: Buffer): Promise<FileKind | undefined> {
  const found = await detect(bytes)
  if (found === 'cfb') return findOldOffice(bytes)
  return found !== undefined && isFileKind(found) ? found : undefined
}

/** What is cut short may end the library's reading with an error: then it is nothing that is known. */
async function detect(bytes: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.ext
  } catch {
    return undefined
  }
}

const ENTRY_BYTES = 128
const NAME_LENGTH_AT = 64
const STREAM = 2
const streams = new Map<string, FileKind>([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
])

/** Entries of the file's directory stand at multiples of their length, whatever sectors it has. */
function findOldOffice(bytes: Buffer): FileKind | undefined {
  for (const { name, type } of listEntries(bytes)) {
    const kind = type === STREAM ? streams.get(name) : undefined
    if (kind !== undefined) return kind
  }
  return undefined
}

const NAME_BYTES_MAX = 64

function* listEntries(bytes: Buffer): Generator<{ name: string; type: number }> {
  for (let at = 512; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    // In bytes, with the zero at its end.
    const length = bytes.readUInt16LE(at + NAME_LENGTH_AT)
    if (length < 4 || length > NAME_BYTES_MAX || length % 2 !== 0) continue
    const name = bytes.toString('utf16le', at, at + length - 2)
    yield { name, type: bytes[at + NAME_LENGTH_AT + 2] ?? 0 }
  }
}

/** Programs inside a document: in the old form they have a folder of a known name, in the new one a file. */
export function hasMacros(kind: FileKind, bytes: Buffer): boolean {
  if (kind === 'docx' || kind === 'xlsx') return bytes.includes('vbaProject.bin')
  if (kind !== 'doc' && kind !== 'xls') return false
  for (const { name } of listEntries(bytes)) if (name === '_VBA_PROJECT') return true
  return false
}
