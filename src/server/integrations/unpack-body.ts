import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'

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
      case 'deflate':
        return await promisify(unzip)(bytes, options)
      case 'br':
        return await promisify(brotliDecompress)(bytes, options)
      default:
        return bytes
    }
  } catch {
    return undefined
  }
}
