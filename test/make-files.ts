import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

/** Files such as customers attach, and attackers. */
export type TestFile = { name: string; bytes: Buffer }

export async function makePicture(
  format: 'png' | 'jpeg' | 'gif' | 'webp',
  { width = 8, height = 6 }: { width?: number; height?: number } = {},
): Promise<Buffer> {
  const background = { r: 20, g: 90, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** A complete PNG with a header that claims too many pixels for memory. */
export function makeHugePicture(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.alloc(4_096))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export function makePdf(): Buffer {
  return Buffer.from(
    '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n',
    'latin1',
  )
}

const mainPart = {
  docx: [
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ],
  xlsx: ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
} as const

/** A current Office document: a zip archive whose first entry names its type. */
export function makeOffice(kind: 'docx' | 'xlsx', more: Record<string, string> = {}): Buffer {
  const [part, type] = mainPart[kind]
  const types = `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${type}"/></Types>`
  return makeZip({ '[Content_Types].xml': types, '_rels/.rels': '<Relationships/>', [part]: '<x/>', ...more })
}

/** Stored, not compressed. */
export function makeZip(files: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(locals.length, 4)
  end.writeUInt16LE(locals.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** A document of older Office, or of anything else in that container format, such as installers. */
export function makeOldOffice(streams: readonly string[]): Buffer {
  const head = Buffer.alloc(512)
  head.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  const entries = ['Root Entry', ...streams].map((name, index) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry[66] = index === 0 ? 5 : 2
    return entry
  })
  return Buffer.concat([head, ...entries, Buffer.alloc(1_024)])
}

type SentForm = {
  token: string
  fields: Record<string, string>
  files: readonly TestFile[]
  headers?: Record<string, string>
}

/** Sends a form as a browser does. */
export async function sendForm(url: string, { token, fields, files, headers = {} }: SentForm) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes } of files) form.append('attachments', new Blob([new Uint8Array(bytes)]), name)
  const sent = { authorization: `Bearer ${token}`, ...headers }
  const response = await fetch(url, { method: 'POST', headers: sent, body: form })
  return { status: response.status, json: JSON.parse(await response.text()) }
}
