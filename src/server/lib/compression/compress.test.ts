import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { compress } from './compress.ts'

const text = Buffer.from('many words '.repeat(10_000))

test('compresses what fits in the queue, and passes the rest on uncompressed', async () => {
  const packed = await Promise.all(
    Array.from({ length: 300 }, () => compress(text, 'br', { brotliQuality: 5 })),
  )
  const done = packed.filter((one) => one !== undefined)
  expect(done).toHaveLength(202)
  for (const one of done) expect(brotliDecompressSync(one).equals(text)).toBe(true)
  const later = await compress(text, 'gzip', { brotliQuality: 5 })
  expect(gunzipSync(later ?? '').equals(text)).toBe(true)
})
