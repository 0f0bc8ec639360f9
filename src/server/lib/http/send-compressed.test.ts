import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import fastify from 'fastify'
import { expect, test } from 'vitest'

import { makeCompressedBody } from '#server/lib/compression/compress.ts'

import { sendVersioned } from './compression.ts'

const text = JSON.stringify({ words: 'many words '.repeat(300) })
const app = fastify()
let made = 0
const makeBody = (body: string) => () => {
  made += 1
  return makeCompressedBody(body, { isCached: false })
}
app.get('/large', (request, reply) =>
  sendVersioned(request, reply, { version: 'v1', makeBody: makeBody(text) }),
)
app.get('/small', (request, reply) =>
  sendVersioned(request, reply, { version: 'v1', makeBody: makeBody('[]') }),
)

const unpack = {
  br: (body: Buffer) => brotliDecompressSync(body).toString(),
  gzip: (body: Buffer) => gunzipSync(body).toString(),
  none: (body: Buffer) => body.toString(),
}

test.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', 'none'],
  ['identity', 'none'],
  ['deflate', 'none'],
  ['', 'none'],
] as const)(
  'to a client that accepts "%s" it is sent as %s, with the same content',
  async (header, encoding) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ url: '/large', method, headers: { 'accept-encoding': header } })
      expect([answer.statusCode, answer.headers['content-encoding'] ?? 'none']).toEqual([200, encoding])
      expect(answer.headers).toMatchObject({
        etag: 'W/"v1"',
        vary: 'accept-encoding',
        'cache-control': 'no-cache',
      })
      const body = method === 'HEAD' ? '' : unpack[encoding](answer.rawPayload)
      expect(body).toBe(method === 'HEAD' ? '' : text)
    }
  },
)

test.each(['W/"v1"', '"v1"', '"old", W/"v1"', '*'])(
  'a client that has %s gets 304 without a body, which is not even created',
  async (known) => {
    for (const encoding of ['br', 'identity']) {
      const headers = { 'if-none-match': known, 'accept-encoding': encoding }
      const before = made
      const answer = await app.inject({ url: '/large', headers })
      expect([answer.statusCode, answer.body, made]).toEqual([304, '', before])
      expect(answer.headers).toMatchObject({ etag: 'W/"v1"', vary: 'accept-encoding' })
      expect(answer.headers['content-encoding']).toBeUndefined()
    }
  },
)

test('another version is sent whole, and small answers are not compressed', async () => {
  expect((await app.inject({ url: '/large', headers: { 'if-none-match': '"v0"' } })).statusCode).toBe(200)
  const small = await app.inject({ url: '/small', headers: { 'accept-encoding': 'br' } })
  expect([small.body, small.headers['content-encoding']]).toEqual(['[]', undefined])
})
