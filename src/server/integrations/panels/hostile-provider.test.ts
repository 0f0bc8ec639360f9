import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'

import { panel } from './panel-client.ts'
import type { PanelAccount } from './panel.ts'
import { LIST_BYTES_MAX } from './read-services.ts'

/** A provider that answers with prepared, compressed bodies of a few kilobytes. */
let answer: Buffer
let server: Server
let account: PanelAccount

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-encoding': 'gzip' }).end(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  account = { apiUrl: url, key: 'the-key', allowedOrigin: url }
})
afterAll(async () => {
  await closeOutboundPools()
  server.close()
})

/** Generous for a slow machine, and far below the seconds each of these would block the event loop. */
const STALL_MS_MAX = 2_500

/** The longest iteration of the event loop in CPU time, so that other processes on the machine do not count. */
async function longestStall<Result>(
  call: () => Promise<Result>,
): Promise<{ result: Result; stallMs: number }> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
  }
  const looking = setInterval(look, 5)
  const result = await call()
  await new Promise((resolve) => setTimeout(resolve, 50)) // counts the last iteration too
  clearInterval(looking)
  return { result, stallMs: longest / 1000 }
}

/** Compressed in blocks of one content, since compressing all takes far longer than reading it. */
function fill(before: string, piece: string, after: string, bytes: number): Buffer {
  const pieces = Math.floor((bytes - before.length - after.length) / piece.length)
  const inBlock = Math.min(pieces, Math.floor(65_536 / piece.length))
  const block = gzipSync(piece.repeat(inBlock))
  const blocks = Array.from({ length: Math.floor(pieces / inBlock) }, () => block)
  const rest = gzipSync(piece.repeat(pieces % inBlock) + after)
  return Buffer.concat([gzipSync(before), ...blocks, rest])
}

const most = LIST_BYTES_MAX - 100
const service = (id: number, own: object = {}) =>
  JSON.stringify({ service: id, name: `Followers ${id}`, rate: '0.9', min: 1, max: 9, ...own })
const description = '<li>&amp;lt;'.repeat(100)
const manyServices = Array.from({ length: 20_000 }, (_, id) => service(id + 1, { description }))

test.each([
  ['63 MB of lists', fill('[', '[],', '[]]', 63e6), false],
  ['as many lists as are read', fill('[', '[],', '[]]', most), false],
  ['as many figures', fill('[', '0.1,', '1]', most), false],
  ['lists in lists', fill('', '[', '', most), false],
  ['objects in objects', fill('', '{"data":', '', most), false],
  ['rows of nothing', fill('[', '{},', '{}]', most), false],
  ['rows without a name', fill('[', '{"service":1},', '{}]', most), false],
  ['members without end', fill('{', '"a":1,', '"b":2}', most), false],
  ['one long text', fill('"', ' a', '"', most), false],
  ['one long name', fill('[{"service":1,"rate":1,"min":1,"max":1,"name":"', ' <', '"}]', most), false],
  ['a page', fill('<html>', '<p>', '', most), false],
  [
    'more services than are sold',
    gzipSync(`[${Array.from({ length: 60_000 }, (_, id) => service(id + 1)).join()}]`, { level: 1 }),
    false,
  ],
  ['20,000 services with long descriptions', gzipSync(`[${manyServices.join()}]`, { level: 1 }), 20_000],
  ['one service among rows of nothing', gzipSync(`[${service(1)},${'[],'.repeat(40_000)}[]]`), 1],
])(
  'a list that is %s does not block the event loop',
  async (_what, packed, services) => {
    answer = packed
    const { result, stallMs } = await longestStall(() => panel.services(account))
    expect(stallMs).toBeLessThan(STALL_MS_MAX)
    expect(result.ok && result.value.services.length).toBe(services)
  },
  60_000,
)

const calls = {
  balance: () => panel.balance(account),
  status: () => panel.orders(account, ['1', '2']),
  refills: () => panel.refills(account, ['1', '2']),
  cancel: () => panel.requestCancel(account, '1'),
  refill: () => panel.requestRefill(account, '1'),
  add: () =>
    panel.add(account, {
      provider_service: '1',
      service_type: 'Default',
      link: 'x',
      quantity: 1,
      details: {},
    }),
}

const answers = [
  fill('[', '[],', '[]]', 63e6),
  fill('[', '0.1,', '1]', 256_000),
  fill('{"order":', '[', '', 256_000),
  fill('{"error":', '{"error":', '', 256_000),
  fill('{"balance":"1', ' ', 'x"}', 256_000),
  fill('Warning', '\n{"a":1', '', 256_000),
  fill('Warning', '\n{"a"}', '{"order":', 256_000),
  fill('Warning\n{"error":"', 'curl ', '"}', 256_000),
]

test.each(Object.entries(calls))(
  'the answer to %s is read when it is small, and otherwise not at all',
  async (_what, call) => {
    for (const packed of answers) {
      answer = packed
      const { result, stallMs } = await longestStall<{ ok?: boolean; kind?: string }>(call)
      expect(stallMs).toBeLessThan(STALL_MS_MAX)
      // Proves nothing: the order may have been accepted.
      expect(result.ok ?? result.kind).not.toBe('accepted')
    }
  },
  60_000,
)
