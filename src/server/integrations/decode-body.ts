import { brotliDecompressSync, unzipSync } from 'node:zlib'

/**
 * The text of an answer. We ask for it unpacked; servers that pack it nevertheless are understood, up to the same
 * size. Undefined when it can not be unpacked.
 */
export function decodeBody(bytes: Buffer, encoding: string, bytesMax: number): string | undefined {
  const options = { maxOutputLength: bytesMax }
  try {
    switch (encoding.trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
      case 'deflate':
        return unzipSync(bytes, options).toString('utf8')
      case 'br':
        return brotliDecompressSync(bytes, options).toString('utf8')
      default:
        return bytes.toString('utf8')
    }
  } catch {
    return undefined
  }
}
