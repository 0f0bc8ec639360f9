import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getImport } from '#contract/catalogue/import-runs.ts'
import { importServices } from '#contract/catalogue/imports.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import { testTranslator } from '#contract/settings/setup-tests.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser } from '#test/factories.ts'

import { applyGlossary } from './glossary.ts'

type Asked = { q: string[]; source: string; target: string; api_key?: string }
type Answering = (asked: Asked, response: ServerResponse) => void

let app: TestApp
let token: string
let panel: Server
let translator: Server
let offered: unknown[] = []
let answering: Answering = () => undefined
const asked: { body: Asked; at: number }[] = []

beforeAll(async () => {
  app = await makeTestApp({ env: { ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  token = (await makeUser(app.ctx, { role: 'admin' })).token
  panel = createServer((_request, response) => response.end(JSON.stringify(offered)))
  translator = createServer((request, response) => {
    void translate(request, response)
  })
  await makeProvider(app.ctx, { url: await listen(panel), slug: 'russian' })
  const settings = { translator: { url: await listen(translator) }, translator_key: 'a-secret-key' }
  await app.call(updateSettings, { token, body: settings })
})
afterAll(async () => {
  await closeOutboundPools()
  await app.drop()
  panel.close()
  translator.closeAllConnections()
  translator.close()
})
beforeEach(async () => {
  asked.length = 0
  await app.ctx.pool.query('delete from translations')
})

const well: Answering = ({ q }, response) =>
  response.end(JSON.stringify({ translatedText: q.map((_text, at) => `Well said ${at} & <b>bold</b>`) }))

const row = (service: number, name: string, own: Record<string, unknown> = {}) => ({
  service,
  name,
  type: 'Default',
  category: 'Likes',
  rate: '1',
  min: '10',
  max: '1000',
  ...own,
})
/** A distinct text that the glossary does not know. */
const strange = (at: number) => `Крокодил номер ${at} ${String.fromCodePoint(0x430 + (at % 30))}`
const take = async (own: Record<string, unknown> = {}) => {
  const serviceIds = offered.map((_one, at) => at + 1)
  const body = { provider: 'russian', serviceIds, overwriteExisting: true, ...own }
  const { import_id: id, stats } = (await app.call(importServices, { token, body })).body.data
  expect(stats.errors).toBe(0)
  return (await app.call(getImport, { token, params: { id } })).body.import
}
const names = async (): Promise<[string, string][]> => {
  const { rows } = await app.ctx.pool.query(
    `select services.name, name_original from services join supplies on service_id = services.id
     order by provider_service::int`,
  )
  return rows.map(({ name, name_original: original }) => [name, original])
}

test.each([
  ['Подписчики Инстаграм с гарантией 30 дней', 'Followers Instagram with guarantee 30 days'],
  ['ЛАЙКИ | Мгновенный старт | до 10К/день', 'Likes | Instant start | max 10K/day'],
  ['Просмотры видео, живые, без списаний', 'Views video, real, no drop'],
  ['Подписчикиада', 'Подписчикиада'],
])('the glossary translates "%s" as the field does', (russian, english) => {
  expect(applyGlossary(russian)).toBe(english)
})

test('a name that the glossary fully covers is not sent to the translator; the original stays stored', async () => {
  offered = [row(1, 'Подписчики Телеграм', { category: 'Телеграм' }), row(2, 'Plain Likes')]
  const { translation } = await take()
  expect([asked.length, translation.total]).toEqual([0, 0])
  expect(await names()).toEqual([
    ['Followers Telegram', 'Подписчики Телеграм'],
    ['Plain Likes', 'Plain Likes'],
  ])
})

test('other names are translated in batches of 5 with pauses of 300 ms, once for all imports', async () => {
  answering = well
  offered = Array.from({ length: 12 }, (_, at) => row(at + 1, `Лайки ${strange(at)}`))
  const run = await take()
  expect(run).toMatchObject({ percent: 100, translation: { total: 12, done: 12, failed: 0 } })
  expect(asked.map(({ body }) => body.q.length)).toEqual([5, 5, 2])
  expect(asked[0]?.body).toMatchObject({ source: 'ru', target: 'en', api_key: 'a-secret-key' })
  expect(asked[0]?.body.q[0]).toBe(`Likes ${strange(0)}`)
  const [first, second, third] = asked.map(({ at }) => at)
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(290)
  expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(290)
  const said = await names()
  expect(said[0]).toEqual(['Well said 0 & bold', `Лайки ${strange(0)}`])
  expect(said[11]).toEqual(['Well said 1 & bold', `Лайки ${strange(11)}`])
  await take()
  expect(asked).toHaveLength(3)
})

const rubbish: [string, Answering][] = [
  ['fails', (_asked, response) => response.writeHead(500).end('{"error":"no"}')],
  ['cuts the line', (_asked, response) => response.destroy()],
  ['hangs', () => undefined],
  ['answers a page', (_asked, response) => response.end('<html>Welcome</html>')],
  ['answers too few', (_asked, response) => response.end('{"translatedText":["One"]}')],
  [
    'answers no texts',
    ({ q }, response) => response.end(JSON.stringify({ translatedText: q.map(() => null) })),
  ],
  [
    'answers nothing',
    ({ q }, response) => response.end(JSON.stringify({ translatedText: q.map(() => ' ') })),
  ],
  ['says the same again', ({ q }, response) => response.end(JSON.stringify({ translatedText: q }))],
  [
    'raves',
    ({ q }, response) => response.end(JSON.stringify({ translatedText: q.map(() => 'rave '.repeat(900)) })),
  ],
  ['floods', (_asked, response) => response.end(`{"translatedText":["${'x'.repeat(600_000)}"]}`)],
]
test.each(rubbish)(
  'where the translator %s, names stay untranslated and everything is imported',
  async (_what, answer) => {
    answering = answer
    offered = [row(1, strange(1)), row(2, strange(2))]
    const begun = performance.now()
    const run = await take()
    // The timeout is 5 s.
    expect(performance.now() - begun).toBeLessThan(30_000)
    expect(run).toMatchObject({ state: 'completed', translation: { total: 2, done: 0, failed: 2 } })
    expect((await names()).slice(0, 2)).toEqual([
      [strange(1), strange(1)],
      [strange(2), strange(2)],
    ])
    expect(asked).toHaveLength(1)
  },
  60_000,
)

test('a translator that keeps failing is no longer asked; without `translate` it is not asked at all', async () => {
  answering = (_asked, response) => response.writeHead(503).end()
  offered = Array.from({ length: 60 }, (_, at) => row(at + 1, strange(at)))
  const run = await take()
  expect(run).toMatchObject({ state: 'completed', translation: { total: 60, done: 0, failed: 60 } })
  expect(asked).toHaveLength(5)
  await take({ translate: false })
  expect(asked).toHaveLength(5)
})

async function translate(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readJson(request)
  asked.push({ body, at: performance.now() })
  answering(body, response)
}

async function readJson(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding was set
  return JSON.parse(String(Buffer.concat(chunks))) as Asked // as the product writes it
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

test('the connection test of the translator returns the translated name, or why there is none', async () => {
  const tryIt = async () => (await app.call(testTranslator, { token })).body
  answering = well
  expect(await tryIt()).toMatchObject({ outcome: 'works', place: expect.stringContaining('→ Well said 0') })
  expect(asked.map(({ body }) => [body.q.length, body.api_key])).toEqual([[1, 'a-secret-key']])
  answering = (_asked, response) => response.writeHead(500).end()
  expect(await tryIt()).toMatchObject({
    outcome: 'failed',
    place: null,
    reason: { code: 'http_status', details: { http_status: 500 } },
  })
  answering = (_asked, response) =>
    response.writeHead(403).end(JSON.stringify({ error: 'Invalid API key: a-secret-key' }))
  expect((await tryIt()).reason).toEqual({ code: 'said', details: { error: 'Invalid API key: …' } })
  answering = ({ q }, response) => response.end(JSON.stringify({ translatedText: q }))
  expect(await tryIt()).toMatchObject({ outcome: 'failed', reason: { code: 'no_translation' } })
  const { body } = await app.call(getSettings, { token })
  await app.call(updateSettings, { token, body: { translator: null } })
  expect(await tryIt()).toMatchObject({ outcome: 'not_set_up', reason: null })
  const settings = { translator: body.settings.translator, translator_key: 'a-secret-key' }
  expect((await app.call(updateSettings, { token, body: settings })).status).toBe(200)
})
