import { promisify } from 'node:util'
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib'

/**
 * Decompresses a response, off the event loop and up to `bytesMax`. We ask for uncompressed responses, but some servers
 * compress anyway. Undefined if it can't be decompressed.
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

/** "deflate" should have zlib's header (or gzip's), but many servers send raw deflate. */
function hasHeader(bytes: Buffer): boolean {
  if (bytes.length < 2) return false
  const first = bytes.readUInt16BE(0)
  return first === 0x1f8b || ((first >> 8) % 16 === 8 && first % 31 === 0)
}
