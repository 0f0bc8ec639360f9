import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { AppError } from '#contract/base/errors.ts'

import { makeGate } from '#server/lib/limits/gate.ts'

export type Encoding = 'br' | 'gzip'

/**
 * One gate for the whole process: libuv's four threads also hash passwords, resolve names and read files. What waits
 * is held in memory, so that is bounded too.
 */
const gate = makeGate({ runningMax: 2, waitingMax: 200 })

/** Compresses off the event loop; undefined when too many texts are waiting for it: then this one goes as it is. */
export async function compress(
  text: Buffer,
  encoding: Encoding,
  { brotliQuality }: { brotliQuality: number },
): Promise<Buffer | undefined> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  try {
    return await gate(() =>
      encoding === 'br' ? promisify(brotliCompress)(text, { params }) : promisify(gzip)(text),
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return undefined
    throw error
  }
}
