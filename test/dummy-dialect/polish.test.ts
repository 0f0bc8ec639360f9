import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { speak } from '#server/integrations/panels/dialects/dialect.ts'
import { dialects } from '#server/integrations/panels/dialects/dialects.ts'
import { makePanel, panel as known } from '#server/integrations/panels/panel-client.ts'
import type { OrderToAdd, PanelAccount } from '#server/integrations/panels/panel.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'

import { polish } from './polish.ts'

/** This line and a file of words are all that the product needs for it. */
const panel = makePanel(speak([...dialects, polish]))

let answers: Record<string, unknown> = {}
let server: Server
let account: PanelAccount

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    response.end(JSON.stringify(answers[form.get('action') ?? ''] ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listens on TCP
  account = { apiUrl: url, key: 'a-key', allowedOrigin: url }
})
afterAll(async () => {
  await closeOutboundPools()
  server.close()
})
beforeEach(() => {
  answers = {
    services: {
      uslugi: [{ usluga: 7, nazwa: 'Polubienia', cena: '0,90', opis: 'Szybko', min: 10, max: 100 }],
    },
    add: { zamowienie: 41 },
    status: { zamowienia: { '41': { stan: 'W trakcie', pozostalo: 3, koszt: '0.5' } } },
    refill: { uzupelnienie: 9 },
    refill_status: { '9': { status: 'Uzupełniono' } },
    cancel: { '41': 'Anulowano' },
  }
})

const order: OrderToAdd = {
  provider_service: '7',
  service_type: 'Default',
  link: 'https://example.com/p',
  quantity: 10,
  details: {},
}

test('every call is understood in a dialect added with one file and one line', async () => {
  expect(await panel.services(account)).toMatchObject({
    ok: true,
    value: {
      services: [{ service: '7', name: 'Polubienia', rate: '0.9', description: 'Szybko' }],
      unread: [],
    },
  })
  expect(await panel.add(account, order)).toEqual({ kind: 'accepted', order: '41' })
  const orders = await panel.orders(account, ['41'])
  const status = { status: 'PROCESSING', remains: 3, charge: '0.5' }
  expect(orders.ok && orders.value.get('41')).toMatchObject(status)
  expect(await panel.order(account, '41')).toMatchObject({ ok: true, value: status })
  expect(await panel.requestRefill(account, '41')).toEqual({ kind: 'accepted', refill: '9' })
  const refills = await panel.refills(account, ['9'])
  expect(refills.ok && refills.value.get('9')).toMatchObject({ state: 'completed' })
  expect(await panel.requestCancel(account, '41')).toEqual({ ok: true, value: { kind: 'asked' } })
})

test('its errors are classified, and without the dialect nothing is guessed', async () => {
  answers = { add: { blad: 'Za mało środków' }, status: { blad: 'Nie ma takiego zamówienia' } }
  expect(await panel.add(account, order)).toMatchObject({ kind: 'refused', about: 'funds' })
  expect(await panel.orders(account, ['1'])).toMatchObject({ ok: false, isAboutOneId: true })
  expect(await known.add(account, order)).toMatchObject({ kind: 'unknown' })
  answers = { add: { blad: 'Nieprawidłowy link' } }
  expect(await panel.add(account, order)).toMatchObject({ kind: 'rejected' })
  answers = { add: { zamowienie: 41 } }
  expect(await known.add(account, order)).toMatchObject({ kind: 'unknown' })
})

test('an unknown sentence is a rejection once taught for the provider, and otherwise unknown', async () => {
  answers = { add: { error: 'Moderator 7 said no to https://example.com/p' } }
  const heard: string[] = []
  const isTaught = (answer: boolean) => async (sentence: string) => {
    heard.push(sentence)
    return answer
  }
  expect(await known.add(account, order, { isTaught: isTaught(false) })).toMatchObject({
    kind: 'unknown',
    sentence: 'moderator # said no to <link>',
  })
  expect(await known.add(account, order, { isTaught: isTaught(true) })).toMatchObject({ kind: 'rejected' })
  expect(heard).toEqual(['moderator # said no to <link>', 'moderator # said no to <link>'])
})
