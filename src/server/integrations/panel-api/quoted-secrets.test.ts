import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { closeGuardedLines } from '#server/integrations/guarded-fetch.ts'

import { addPanelOrder } from './add-panel-order.ts'
import { askPanelRefill } from './ask-panel.ts'
import { isReadByGet } from './look-by-get.ts'
import { type PanelAccount, secretsIn } from './panel-account.ts'
import { readPanelBalance, readPanelOrders, readPanelServices } from './read-panel.ts'

/** A panel that quotes all it was sent, its own address among it. */
let server: Server
let account: PanelAccount

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const error = `Invalid API key in ${request.url} with ${decodeURIComponent(body)}`
      response.end(JSON.stringify({ error }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  const apiUrl = `${url}/api/v2?token=in-the-address&lang=english`
  account = { apiUrl, key: 'in-the-form', allowedOrigin: url }
})
afterAll(async () => {
  await closeGuardedLines()
  server.close()
})

test('neither our key nor one in the address is in what any call says of a panel that quotes them', async () => {
  const said = await Promise.all([
    readPanelBalance(account),
    readPanelServices(account),
    readPanelOrders(account, ['1']),
    addPanelOrder(account, { service: '1', link: 'a', quantity: '1' }),
    askPanelRefill(account, '1'),
    isReadByGet(account),
  ])
  const text = JSON.stringify(said)
  expect(text).not.toContain('in-the-form')
  expect(text).not.toContain('in-the-address')
  expect(text.match(/Invalid API key in/g)?.length).toBeGreaterThanOrEqual(5)
  expect(text).toContain('lang=english')
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
