import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'

import { afterAll, beforeAll, expect, test } from 'vitest'

import * as contract from '#contract/catalogue/imports.ts'
import { serviceTypeNames } from '#contract/catalogue/service-types.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser } from '#test/factories.ts'

let app: TestApp
let panel: Server
let token: string
/** The provider's answer to `services`. */
let list = ''

beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeUser(app.ctx, { role: 'admin' })).token
  panel = createServer((_request, response) => response.end(list))
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  const address = panel.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await makeProvider(app.ctx, { url: `http://127.0.0.1:${port}`, slug: 'whole' })
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  panel.close()
})

const names = [
  'Facebook | Followers | Tăng người theo dõi | Facebook Profile Followers | Speed 100-500/day',
  'Youtube | Likes - Country Targeted | 𝐘𝐨𝐮𝐓𝐮𝐛𝐞 - Real Likes | 🇧🇪 BELGIUM 🇧🇪 | Speed 50K/D',
  'Telegram | Reactions | Telegram Reaction | 💩 + Views | Max 500K | Day 50K',
  'Spotify | Packages | Spotify Rockstar Package',
  'Twitter | Followers | Twitter Follower | Max 10k <b>HQ</b> &amp; real',
  'Bilibili | Bilibili Views | View Bilibili.tv',
]
const rates = ['0.000001', '0.0023', '0.004945', '0.14885', '1', '1.5', '13.685', '197.0525']
const types = ['Default', 'Default', 'Custom Comments', 'Default', 'Package', 'Default']

/** As panels without refills, cancels and descriptions write them. */
const plainList = JSON.stringify(
  Array.from({ length: 200 }, (_, at) => ({
    service: 10 + at,
    name: `${names[at % names.length]} ${at}`,
    type: types[at % types.length],
    category: names[at % names.length]?.split(' | ').slice(0, 2).join(' | '),
    rate: rates[at % rates.length],
    min: types[at % types.length] === 'Package' ? '1' : '200',
    max: types[at % types.length] === 'Package' ? '1' : '100000000',
  })),
)
const slugs = await readFile(new URL('../../../../../sandbox/catalogues/slugs.json', import.meta.url), 'utf8')
/** The same again with unreadable rows in between. */
const spoiled = JSON.stringify([
  ...(JSON.parse(plainList) as object[]), // written above
  { service: 1, name: 'No rate', rate: 'ask us', min: 1, max: 2 },
  { service: 2, name: 'Turned round', rate: '1', min: 5, max: 2 },
  { service: 3, name: '<p></p>', rate: '1', min: 1, max: 2 },
  { service: 4, name: 'Too dear', rate: '99999999999999', min: 1, max: 2 },
  { service: 5, name: 'For none', rate: '1', min: 0, max: 0 },
  { name: 'No id', rate: '1', min: 1, max: 2 },
  'a heading',
])

test.each([
  ['a plain catalogue of 200 rows', plainList],
  ['the catalogue with types as slugs', slugs],
  ['a catalogue with rows that can not be read', spoiled],
])('nothing of %s is dropped silently', async (_what, text) => {
  list = text
  const rows = rowsOf(text)
  const looked = await app.call(contract.fetchServices, { token, body: { provider: 'whole' } })
  const { data, left_out: leftOut } = looked.body
  expect(data.length + countOf(leftOut)).toBe(rows.length)

  const serviceIds = rows.flatMap(({ service }) => (service === undefined ? [] : [String(service)]))
  const body = { provider: 'whole', serviceIds, overwriteExisting: true }
  const { stats } = (await app.call(contract.importServices, { token, body })).body.data
  expect(stats.total).toBe(serviceIds.length)
  expect(stats.created + stats.updated + stats.skipped + stats.errors).toBe(stats.total)

  const { rows: stored } = await app.ctx.pool.query<{
    provider_service: string
    type: string
    sold: boolean
  }>(
    `select provider_service, type, services.is_active as sold from supplies join services on services.id = service_id
     where provider_service = any ($1)`,
    [serviceIds],
  )
  expect(stored.length).toBe(stats.created + stats.updated)
  const told = new Set(stats.reasons.flatMap(({ services }) => services))
  const sold = new Set(stored.filter((one) => one.sold).map((one) => one.provider_service))
  for (const id of serviceIds) expect([id, told.has(id) || sold.has(id)]).toEqual([id, true])
  for (const one of stored) {
    expect([one.type, one.sold]).toEqual([one.type, serviceTypeNames.some((name) => name === one.type)])
    expect([one.provider_service, told.has(one.provider_service)]).toEqual([one.provider_service, !one.sold])
  }
})

test('the slugs are the types on sale, except those that nobody sells here', async () => {
  list = slugs
  const { body } = await app.call(contract.fetchServices, { token, body: { provider: 'whole' } })
  const serviceIds = body.data.map(({ service }) => service)
  const take = { provider: 'whole', serviceIds, overwriteExisting: true }
  const { stats } = (await app.call(contract.importServices, { token, body: take })).body.data
  expect(stats.reasons).toHaveLength(1)
  expect(stats.reasons[0]?.code).toBe('type_not_understood')
  expect(stats.reasons[0]?.words.toSorted()).toEqual([
    'app_installs',
    'live_stream_viewers',
    'subscriptions',
    'web_traffic',
  ])
})

function rowsOf(text: string): { service?: string | number }[] {
  const value = JSON.parse(text) as { data: [] } | [] // both are defined above
  return Array.isArray(value) ? value : value.data
}

function countOf(reasons: readonly contract.ImportReason[]): number {
  return reasons.reduce((sum, { count }) => sum + count, 0)
}
