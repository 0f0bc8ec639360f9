import { once } from 'node:events'
import { connect } from 'node:net'

import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { endpoint } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

import { handleErrors } from './errors.ts'
import { type Cell, mountCsv } from './mount-csv.ts'

let product: TestApp
let app: FastifyInstance
let url: string
let made = 0
let isLeft = false

async function* endless() {
  try {
    for (;;) {
      made += 1
      yield [made, 'x'.repeat(100)]
    }
  } finally {
    isLeft = true
  }
}

async function* none(): AsyncGenerator<Cell[]> {}

async function* refused(): AsyncGenerator<Cell[]> {
  yield* none()
  throw new AppError('not_found')
}

function mountDownload(path: `/${string}`, rows: () => AsyncGenerator<Cell[]>) {
  const download = endpoint({
    method: 'GET',
    path,
    access: 'public',
    summary: 'For a test',
    answer: { status: 200, type: 'text/csv' },
    errors: [],
  })
  mountCsv(app, product.ctx, download, { filename: 'a.csv', columns: ['number', 'text'], rows })
}

beforeAll(async () => {
  product = await makeTestApp()
  app = fastify()
  handleErrors(app, product.ctx.security)
  mountDownload('/endless', endless)
  mountDownload('/none', none)
  mountDownload('/refused', refused)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await product.drop()
})

test('a HEAD request creates no file', async () => {
  const [before, { status, headers }] = [made, await fetch(`${url}/endless`, { method: 'HEAD' })]
  expect([status, headers.get('content-type'), made]).toEqual([200, 'text/csv; charset=utf-8', before])
  expect(headers.get('content-disposition')).toBe('attachment; filename="a.csv"')
})

test('a file has its columns, and ends after its row limit', async () => {
  const empty = await fetch(`${url}/none`)
  expect(await empty.text()).toBe('number,text\r\n')
  const all = await fetch(`${url}/endless`)
  expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(all.headers.get('content-disposition')).toBe('attachment; filename="a.csv"')
  const lines = (await all.text()).split('\r\n')
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([limits.exportRowsMax + 2, 'number,text', ''])
}, 60_000)

test('a file saved by a browser says that it is UTF-8, and one read by a program starts with the columns', async () => {
  const bytesOf = async (headers: Record<string, string>) => {
    const response = await fetch(`${url}/none`, { headers })
    return Buffer.from(await response.arrayBuffer()).toString('latin1')
  }
  expect(await bytesOf({})).toBe('number,text\r\n')
  expect(await bytesOf({ 'sec-fetch-site': 'same-origin' })).toBe('\xef\xbb\xbfnumber,text\r\n')
})

test('a refusal before the first row is answered like any other', async () => {
  const { status, headers } = await fetch(`${url}/refused`)
  expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})

test('is written no faster than it is read, and stops when the client disconnects', async () => {
  made = 0
  isLeft = false
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  // Stops once the socket's buffer is full, far from the end.
  let before = -1
  const standsStill = () => {
    const isStill = made === before
    before = made
    return isStill
  }
  await expect.poll(standsStill, { interval: 500, timeout: 20_000 }).toBe(true)
  expect(made).toBeLessThan(limits.exportRowsMax)
  socket.destroy()
  await expect.poll(() => isLeft, { timeout: 20_000 }).toBe(true)
}, 60_000)
