/** Accepted files, by content. The file extension and the content type sent by the client are ignored. */
export const fileKinds = {
  png: { type: 'image/png', isPicture: true },
  jpg: { type: 'image/jpeg', isPicture: true },
  gif: { type: 'image/gif', isPicture: true },
  webp: { type: 'image/webp', isPicture: true },
  pdf: { type: 'application/pdf', isPicture: false },
  doc: { type: 'application/msword', isPicture: false },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isPicture: false,
  },
  xls: { type: 'application/vnd.ms-excel', isPicture: false },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', isPicture: false },
} as const satisfies Record<string, { type: string; isPicture: boolean }>

export type FileKind = keyof typeof fileKinds
export type PictureKind = 'png' | 'jpg' | 'gif' | 'webp'

export function isFileKind(word: string): word is FileKind {
  return Object.hasOwn(fileKinds, word)
}

export function isPictureKind(kind: FileKind): kind is PictureKind {
  return fileKinds[kind].isPicture
}

/**
 * A file's kind by its first bytes; old Office files by their directory, since installers have the same first bytes.
 * Undefined if not accepted.
 */
export async function findKind(bytes: Buffer): Promise<FileKind | undefined> {
  const found = await detect(bytes)
  if (found === 'cfb') return findOldOffice(bytes)
  return found !== undefined && isFileKind(found) ? found : undefined
}

/** The library throws on truncated files: then the kind is unknown. */
async function detect(bytes: Buffer): Promise<string | undefined> {
  // Loaded with the first file.
  const { fileTypeFromBuffer } = await import('file-type')
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

/** Directory entries are at multiples of their length, for any sector size. */
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
    // In bytes, including the final zero.
    const length = bytes.readUInt16LE(at + NAME_LENGTH_AT)
    if (length < 4 || length > NAME_BYTES_MAX || length % 2 !== 0) continue
    const name = bytes.toString('utf16le', at, at + length - 2)
    yield { name, type: bytes[at + NAME_LENGTH_AT + 2] ?? 0 }
  }
}

/** Macros: old formats have a directory entry of a known name, new ones a file. */
export function hasMacros(kind: FileKind, bytes: Buffer): boolean {
  if (kind === 'docx' || kind === 'xlsx') return bytes.includes('vbaProject.bin')
  if (kind !== 'doc' && kind !== 'xls') return false
  for (const { name } of listEntries(bytes)) if (name === '_VBA_PROJECT') return true
  return false
}

/** ZIP readers search the last record this far from the end. */
const ZIP_TAIL_BYTES = 65_557
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const PDF_TAIL_BYTES = 1_024
const PDF_HEAD_BYTES = 1_024
/** Only the edges are searched for HTML: elsewhere compressed pixels can look like anything. */
const PICTURE_EDGE_BYTES = 4_096
/** Markup that browsers and servers would execute. */
const marks = /<(?:script|html|body|iframe|svg|\?php|!doctype html)/i

/**
 * False for polyglots: files that are a picture to us and a web page or an archive to another program. Pictures are also
 * re-encoded, so that nothing of the original is stored.
 */
export function isOnly(kind: FileKind, bytes: Buffer): boolean {
  const isZip = kind === 'docx' || kind === 'xlsx'
  if (endsAsZip(bytes) !== isZip) return false
  if (isPictureKind(kind))
    return ![bytes.subarray(0, PICTURE_EDGE_BYTES), bytes.subarray(-PICTURE_EDGE_BYTES)].some((edge) =>
      marks.test(edge.toString('latin1')),
    )
  if (kind !== 'pdf') return true
  const isWhole = bytes.subarray(-PDF_TAIL_BYTES).includes('%%EOF')
  return isWhole && !marks.test(bytes.subarray(0, PDF_HEAD_BYTES).toString('latin1'))
}

function endsAsZip(bytes: Buffer): boolean {
  return bytes.subarray(-ZIP_TAIL_BYTES).includes(ZIP_END)
}
