import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'

import { toAddExchange, panel } from './panel-client.ts'
import { secretsIn } from './panel-account.ts'
import type { AddExchange, OrderToAdd, PanelAccount } from './panel.ts'

/** A panel that echoes the request, including its own address. */
let server: Server
let account: PanelAccount

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const error = `Invalid API key in ${request.url} with ${decodeURIComponent(body)}`
      // Fails only the entry with that name, if it was requested.
      response.end(
        JSON.stringify(body.includes('entry') ? { entry: { error, status: { error } } } : { error }),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  const apiUrl = `${url}/api/v2?token=in-the-address&lang=english`
  account = { apiUrl, key: 'in-the-form', allowedOrigin: url }
})
afterAll(async () => {
  await closeOutboundPools()
  server.close()
})

const toOrder = (link: string): OrderToAdd => ({
  provider_service: '1',
  service_type: 'Default',
  link,
  quantity: 1,
  details: {},
})

test('neither our key nor one in the address is in any result from a panel that quotes them', async () => {
  const said = await Promise.all([
    panel.balance(account),
    panel.services(account),
    panel.orders(account, ['1']),
    panel.orders(account, ['entry']),
    panel.order(account, 'entry'),
    panel.refills(account, ['entry']),
    panel.refill(account, 'entry'),
    panel.add(account, toOrder('a')),
    panel.requestRefill(account, '1'),
    panel.acceptsKeyByGet(account),
  ])
  const text = JSON.stringify(said, (_name, value: unknown) => (value instanceof Map ? [...value] : value))
  expect(text).not.toContain('in-the-form')
  expect(text).not.toContain('in-the-address')
  expect(text.match(/Invalid API key in/g)?.length).toBe(9)
  expect(text).toContain('lang=english')
})

test('a stored exchange contains none of our keys, and is cut', async () => {
  const kept: AddExchange[] = []
  const link = `in-the-form?${'x'.repeat(5_000)}`
  const onExchange = (exchange: AddExchange) => kept.push(exchange)
  await panel.add(account, toOrder(link), { onExchange })
  // Nothing listens there: nothing was sent, so nothing is stored.
  const nobody = { ...account, apiUrl: 'http://127.0.0.1:9/api/v2', allowedOrigin: 'http://127.0.0.1:9' }
  await panel.add(nobody, toOrder(link), { onExchange })
  expect(kept).toEqual([
    {
      request: expect.stringMatching(/^service=1&link=%5Bkey%5D%3Fx|^service=1&link=\[key\]/),
      answer: { status: 200, body: expect.stringContaining('Invalid API key in') },
    },
  ])
  const text = JSON.stringify(kept)
  expect(text).not.toContain('in-the-form')
  expect(text).not.toContain('in-the-address')
  expect([kept[0]?.request.length, kept[0]?.answer?.body.length]).toEqual([4_096, 4_096])
})

test('a key is scrubbed however a raw answer has it: as a form, as JSON or as HTML, in either case', () => {
  const key = "aB/+c='(d) é&😀"
  const inForm = new URLSearchParams({ key }).toString().slice('key='.length)
  const json = JSON.stringify(key).slice(1, -1)
  const forms = [
    key,
    encodeURIComponent(key),
    inForm,
    inForm.replaceAll(/%../g, (byte) => byte.toLowerCase()),
    json.replaceAll('/', '\\/'),
    json.replaceAll(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    key.replaceAll('&', '&amp;').replaceAll("'", '&#039;').replaceAll('/', '&#x2F;'),
  ]
  for (const form of forms) {
    const answer = { status: 200, body: `{"error":"Invalid key ${form}"}` }
    const kept = toAddExchange({ fields: { link: key }, answer }, [key, key.slice(0, 5)])
    expect(kept).toEqual({
      request: 'link=[key]&action=add',
      answer: { status: 200, body: '{"error":"Invalid key [key]"}' },
    })
  }
})

test('half a character and a NUL are removed before storage', () => {
  const body = `\0${'x'.repeat(4_094)}😀`
  const { answer } = toAddExchange({ fields: {}, answer: { status: 200, body } }, [])
  expect(answer?.body.isWellFormed()).toBe(true)
  expect(answer?.body).not.toContain('\0')
})

test.each([
  ['https://panel.example/api?api_key=abcd&action=services', ['abcd']],
  ['https://panel.example/api?x=0123456789abcdef0&lang=vi', ['0123456789abcdef0']],
  ['https://panel.example/api?0a1b2c3d4e', ['0a1b2c3d4e']],
  ['https://panel.example/api', ['']],
  ['no address', ['']],
])('of %s the secrets are %j', (address, secrets) => {
  expect(secretsIn(address)).toEqual(secrets)
})
