import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A body in the three forms that clients take. The packed ones are made once, off the main thread. */
export type PackedBody = {
  readonly plain: Buffer
  readonly br: () => Promise<Buffer>
  readonly gzip: () => Promise<Buffer>
}

/** Measured on 10,000 services with descriptions: 6 costs a third of 9 and is 4 % larger. */
const BROTLI_QUALITY = 6

export function packBody(text: string): PackedBody {
  const plain = Buffer.from(text)
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  }
  return {
    plain,
    br: once(() => promisify(brotliCompress)(plain, options)),
    gzip: once(() => promisify(gzip)(plain)),
  }
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => (made ??= make())
}
