import { promisify } from 'node:util'
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib'

/**
 * An answer's bytes. We ask for it unpacked; servers that pack it nevertheless are understood, up to the same size, off
 * the event loop. Undefined when it can not be unpacked.
 */
export async function unpackBody(
  bytes: Buffer,
  encoding: string,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const options = { maxOutputLength: bytesMax }
  try {
    switch (encoding.trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
        return await promisify(unzip)(bytes, options)
      case 'deflate':
        return await (hasHeader(bytes) ? promisify(unzip) : promisify(inflateRaw))(bytes, options)
      case 'br':
        return await promisify(brotliDecompress)(bytes, options)
      default:
        return bytes
    }
  } catch {
    return undefined
  }
}

/** What HTTP calls deflate has zlib's header or gzip's; many servers send it raw, without one. */
function hasHeader(bytes: Buffer): boolean {
  if (bytes.length < 2) return false
  const first = bytes.readUInt16BE(0)
  return first === 0x1f8b || ((first >> 8) % 16 === 8 && first % 31 === 0)
}
