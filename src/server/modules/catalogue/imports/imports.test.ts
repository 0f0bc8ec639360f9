import { createServer, type Server } from 'node:http'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { listServices } from '#contract/catalogue/catalogue.ts'
import { listAdminServices, updateService } from '#contract/catalogue/admin-services.ts'
import * as contract from '#contract/catalogue/imports.ts'
import { updateSettings } from '#contract/settings/admin-settings.ts'
import { closeOutboundPools } from '#server/lib/http/outbound/guarded-fetch.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { makeProvider, makeUser, usd } from '#test/factories.ts'

// Longer than most: what a list may contain and how it is imported, with one provider whose list each test writes.

let test_: TestApp
let token: string
/** A provider whose list each test writes. */
let panel: Server
let offered: unknown = []

beforeAll(async () => {
  test_ = await makeTestApp()
  token = (await makeUser(test_.ctx, { role: 'admin' })).token
  panel = createServer((_request, response) => response.end(JSON.stringify(offered)))
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  const address = panel.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await makeProvider(test_.ctx, { url: `http://127.0.0.1:${port}`, slug: 'written' })
})
afterAll(async () => {
  await closeOutboundPools()
  await test_.drop()
  panel.close()
})
beforeEach(async () => {
  await test_.database.pool.query(
    "delete from supplies where provider_id = (select id from providers where slug = 'written')",
  )
  await test_.database.pool.query('delete from services where id not in (select service_id from supplies)')
})

const look = (body: Record<string, unknown>) => test_.call(contract.fetchServices, { token, body })
const take = (body: Record<string, unknown>) => test_.call(contract.importServices, { token, body })
const takeWritten = async (own: Record<string, unknown> = {}) =>
  (await take({ provider: 'written', serviceIds: [1, 2, 3, 4, 5, 6, 7], ...own })).body.data.stats
const row = (own: Record<string, unknown> = {}) => ({
  service: 1,
  name: 'Instagram Likes',
  type: 'Default',
  category: 'Instagram | Likes',
  rate: '0.90',
  min: '10',
  max: '1000',
  ...own,
})
const stored = async () => {
  const { rows } = await test_.ctx.pool.query(
    `select services.*, categories.name as category, cost_rate, provider_service from services
     join supplies on service_id = services.id join providers on providers.id = provider_id
     join categories on categories.id = category_id where slug = 'written' order by provider_service`,
  )
  return rows
}

test('socialMediaOnly returns only services of a known platform', async () => {
  offered = [row(), row({ service: 2, name: 'Traffic', category: 'Web' })]
  expect((await look({ provider: 'written', socialMediaOnly: true })).body.data).toMatchObject([
    { service: '1', platform: 'Instagram' },
  ])
})

test("the cost is the provider's, whatever the client sends, and the rate is rounded up", async () => {
  offered = [row({ rate: '0.0575' })]
  const fullServiceData = [{ service: '1', rate: '0.000001', name: 'cheap', min: 1, max: 5, provider: 7 }]
  const { body } = await take({ provider: 'written', fullServiceData, markupPercentage: 30 })
  expect(body.data.stats).toEqual({ total: 1, created: 1, updated: 0, skipped: 0, errors: 0, reasons: [] })
  expect(await stored()).toMatchObject([
    {
      name: 'Instagram Likes',
      rate: usd('0.0748'),
      cost_rate: usd('0.0575'),
      min: 10,
      max: 1000,
      platform: 'Instagram',
      category: 'Instagram | Likes',
    },
  ])
})

test('reports every service that it skips, and why, and imports the rest', async () => {
  offered = [
    row(),
    row({ service: 2, type: 'Subscriptions' }),
    row({ service: 3, rate: 'free' }),
    row({ service: 4, rate: '0' }),
    row({ service: 5, type: 'Package', min: 0, max: 0 }),
    row({ service: 6, min: 10, max: 99_999_999_999 }),
  ]
  const stats = { total: 7, updated: 0, errors: 2 }
  const unreadable = [
    { code: 'no_rate', count: 1, services: ['3'], words: ['free'] },
    { code: 'not_offered', count: 1, services: ['7'], words: [] },
  ]
  const unsold = { code: 'type_not_understood', count: 1, services: ['2'], words: ['Subscriptions'] }
  const free = { code: 'heading', count: 1, services: ['4'], words: [] }
  const reasons = [unsold, free, ...unreadable]
  expect(await takeWritten()).toEqual({ ...stats, created: 5, skipped: 0, reasons })
  expect(await takeWritten()).toEqual({
    ...stats,
    created: 0,
    skipped: 5,
    reasons: [
      { code: 'already_there', count: 5, services: ['1', '2', '4', '5', '6'], words: [] },
      unsold,
      ...unreadable,
    ],
  })
  expect((await look({ provider: 'written' })).body.left_out).toEqual([unreadable[0]])
  expect(await stored()).toMatchObject([
    { provider_service: '1', is_active: true },
    { provider_service: '2', is_active: false, type: 'Subscriptions' },
    { provider_service: '4', is_active: false, rate: usd('0.0001'), cost_rate: 0n },
    { provider_service: '5', type: 'Package', min: 1, max: 1 },
    { provider_service: '6', max: 2_147_483_647 },
  ])
})

test('headings among the services are off sale, with the reason in the preview', async () => {
  offered = [
    row({ service: 1, name: '⬇️ Instagram ⬇️' }),
    row({ service: 2, name: '▬▬▬▬▬▬' }),
    row({ service: 3, name: 'Free likes', rate: 0 }),
    row({ service: 4, name: '--- Views ---', min: 0, max: 0 }),
    row({ service: 5 }),
  ]
  const preview = await test_.call(contract.previewImport, {
    token,
    body: { provider: 'written', useCache: false },
  })
  expect(preview.body.data.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['created', 'heading'],
    ['created', 'heading'],
    ['created', 'heading'],
    ['error', 'no_range'],
    ['created', null],
  ])
  const { reasons } = await takeWritten()
  expect(reasons).toContainEqual({ code: 'heading', count: 3, services: ['1', '2', '3'], words: [] })
  expect((await stored()).map((one) => [one.provider_service, one.is_active])).toEqual([
    ['1', false],
    ['2', false],
    ['3', false],
    ['5', true],
  ])
})

test('a heading or free service that staff turned on stays on; one that is off stays off once it has a price', async () => {
  const named = (rate: string) => [
    row({ service: 1, name: '⬇️ Instagram ⬇️' }),
    row({ service: 2, name: 'Free likes', rate }),
    row({ service: 3, name: 'Free views', rate }),
  ]
  const overwrite = async () =>
    (await takeWritten({ serviceIds: [1, 2, 3], overwriteExisting: true })).reasons
  const preview = async () => {
    const body = { provider: 'written', useCache: false, overwriteExisting: true }
    return (await test_.call(contract.previewImport, { token, body })).body.data.map(({ code }) => code)
  }
  const activity = async () => (await stored()).map((one) => one.is_active)
  offered = named('0')
  await takeWritten()
  await test_.ctx.pool.query(
    `update services set is_active = true where id in (
       select service_id from supplies where id in (
         select id from supplies order by id desc limit 3) and provider_service in ('1', '2'))`,
  )
  const third = { code: 'heading', count: 1, services: ['3'], words: [] }
  expect(await preview()).toEqual([null, null, 'heading'])
  for (const markupPercentage of [30, 40]) {
    const { reasons } = await takeWritten({
      serviceIds: [1, 2, 3],
      overwriteExisting: true,
      markupPercentage,
    })
    expect([reasons, await activity()]).toEqual([[third], [true, true, false]])
  }
  offered = named('0.5')
  expect(await preview()).toEqual([null, null, null])
  expect([await overwrite(), await activity()]).toEqual([[], [true, true, false]])
  // A restored service gets the same state as a new one.
  await test_.ctx.pool.query("update services set deleted_at = now() where name like 'Free %'")
  offered = [...named('0').slice(0, 2), row({ service: 3, name: 'Free views' })]
  const second = { code: 'heading', count: 1, services: ['2'], words: [] }
  expect([await overwrite(), await activity()]).toEqual([[second], [true, false, true]])
})

test("a name is cleaned, and the provider's original is stored next to it", async () => {
  const name = 'Instagram\u0007 Likes &amp;amp; Saves  \n [R30]\u200B Cafe\u0301'
  offered = [row({ name })]
  await takeWritten()
  expect(await stored()).toMatchObject([
    { name: 'Instagram Likes & Saves [R30] Café', name_original: name, is_active: true },
  ])
})

test('a service of an unknown type is off sale, is marked for staff, and cannot be put on sale', async () => {
  offered = [row({ type: 'app_installs' }), row({ service: 2, type: 'CUSTOM_COMMENTS' })]
  await takeWritten()
  const [unknown, known] = await stored()
  expect([unknown.is_active, unknown.type]).toEqual([false, 'app_installs'])
  expect([known.is_active, known.type]).toEqual([true, 'Custom Comments'])
  const { body } = await test_.call(listAdminServices, { token, query: { search: String(unknown.id) } })
  expect(body.services.find(({ id }) => id === unknown.id)?.note).toEqual({
    code: 'type_not_understood',
    type: 'app_installs',
  })
  const change = (is_active: boolean) =>
    test_.call(updateService, { token, params: { id: unknown.id }, body: { is_active } })
  expect(await change(true)).toMatchObject({
    status: 422,
    body: { fields: { is_active: expect.anything() } },
  })
  expect((await change(false)).status).toBe(200)
  const shown = (await test_.call(listServices)).body.map(({ id }) => id)
  expect([shown.includes(unknown.id), shown.includes(known.id)]).toEqual([false, true])
})

test('a service goes off sale when its type becomes unknown, and comes back when it is known again', async () => {
  const activity = async (type: string) => {
    offered = [row({ type })]
    await takeWritten({ overwriteExisting: true })
    return (await stored()).map((one) => [one.type, one.is_active])
  }
  expect(await activity('Default')).toEqual([['Default', true]])
  expect(await activity('app_installs')).toEqual([['app_installs', false]])
  expect(await activity('poll')).toEqual([['Poll', true]])
  await test_.ctx.pool.query(
    'update services set is_active = false where id = (select max(id) from services)',
  )
  expect(await activity('Poll')).toEqual([['Poll', false]])
})

test('leaves existing services alone unless they are to be overwritten; a category that staff chose stays', async () => {
  offered = [row()]
  await takeWritten()
  offered = [row({ rate: '2', name: 'Instagram Likes HQ', max: '5', min: '5', refill: true })]
  expect(await takeWritten()).toMatchObject({ created: 0, updated: 0, skipped: 1 })
  expect(await stored()).toMatchObject([{ rate: usd('1.17') }])
  await test_.ctx.pool.query("update services set platform = 'VK' where name = 'Instagram Likes'")
  expect(await takeWritten({ overwriteExisting: true, markupPercentage: 0 })).toMatchObject({
    updated: 1,
    skipped: 0,
  })
  expect(await stored()).toMatchObject([
    {
      rate: usd('2'),
      name: 'Instagram Likes HQ',
      min: 5,
      max: 5,
      refill: true,
      platform: 'VK',
      category: 'Instagram | Likes',
    },
  ])
  await takeWritten({ overwriteExisting: true, platform: 'Threads' })
  expect(await stored()).toMatchObject([{ platform: 'Threads' }])
})

test('a deleted service is restored when it is imported again', async () => {
  offered = [row()]
  await takeWritten()
  const [before] = await stored()
  await test_.ctx.pool.query('update services set deleted_at = now(), is_active = false where id = $1', [
    before.id,
  ])
  expect(await takeWritten()).toMatchObject({ created: 1, skipped: 0 })
  expect(await stored()).toMatchObject([{ id: before.id, deleted_at: null, is_active: true }])
})

test('names and descriptions are stored as text', async () => {
  offered = [
    row({
      name: '<script>alert(1)</script>Tik<b>Tok</b> Likes ❤️ \0',
      category: '<img src=x onerror=alert(1)>Best',
      description: 'Fast<br>&lt;script&gt;alert(1)&lt;/script&gt;<ul><li>One</li></ul>',
    }),
  ]
  await takeWritten()
  expect(await stored()).toMatchObject([
    { name: 'TikTok Likes ❤️', category: 'Best', platform: 'TikTok', description: 'Fast\n\n• One' },
  ])
})

test('two concurrent imports of the same services create each once', async () => {
  offered = [row(), row({ service: 2 })]
  const [one, other] = await Promise.all([takeWritten(), takeWritten()])
  expect(one.created + other.created).toBe(2)
  expect(one.skipped + other.skipped).toBe(2)
  expect(await stored()).toHaveLength(2)
})

test('costs in another currency become dollars exactly', async () => {
  offered = [row({ rate: '84.5' })]
  await test_.ctx.pool.query(
    "update providers set currency = 'INR', usd_per_unit = 0.0119 where slug = 'written'",
  )
  await takeWritten()
  expect(await stored()).toMatchObject([{ cost_rate: usd('1.00555'), rate: usd('1.3073') }])
  await test_.ctx.pool.query("update providers set currency = 'USD', usd_per_unit = 1 where slug = 'written'")
})

test.each([
  [{ provider: 'written' }, 422, 'No services selected for import'],
  [{ provider: 'written', serviceIds: [] }, 422, 'No services selected for import'],
  [{ provider: 'written', serviceIds: [1], markupPercentage: -1 }, 422, 'Markup must be 0 or more'],
  [{ provider: 'written', serviceIds: [1], markupPercentage: '30' }, 422, 'Please enter a number'],
  [
    { provider: 'written', serviceIds: [1], markupPercentage: 1.234 },
    422,
    'Markup must have at most 2 decimals',
  ],
  [{ provider: 'nobody', serviceIds: [1] }, 404, 'Provider not found'],
  [{ provider: 'smmdoge', serviceIds: [1] }, 409, 'SMMDoge has no API key yet. Please enter it first.'],
  [
    { provider: 'https://panel.example/list', serviceIds: [1] },
    409,
    "This address doesn't belong to any of your providers. Add it as a provider with its API key, then import.",
  ],
])('refuses %j', async (body, status, message) => {
  expect(await take(body)).toMatchObject({ status, body: { message } })
})

test.each([contract.fetchServices, contract.importServices, contract.previewImport])(
  '$path: reports a missing provider',
  async (endpoint) => {
    const { status, body } = await test_.call(endpoint, { token, body: {} })
    const provider = 'Please choose a provider or enter an address'
    expect([status, body.fields]).toEqual([422, { provider }])
  },
)

test('services of a blocked category are not imported, and the import reports it', async () => {
  const save = (categories: string[]) =>
    test_.call(updateSettings, { token, body: { blocked: { links: [], categories } } })
  expect((await save(['instagram | likes'])).status).toBe(200)
  offered = [row(), row({ service: 2, category: 'Instagram | Views' })]
  const { created, errors, reasons } = await takeWritten({ serviceIds: [1, 2] })
  expect([created, errors, reasons]).toEqual([
    1,
    1,
    [{ code: 'category_blocked', count: 1, services: ['1'], words: ['Instagram | Likes'] }],
  ])
  expect((await stored()).map(({ category }) => category)).toEqual(['Instagram | Views'])
  await save([])
  expect((await takeWritten({ serviceIds: [1] })).created).toBe(1)
})
