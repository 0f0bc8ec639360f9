import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import * as desk from '#contract/catalogue/admin-services.ts'
import { listPicks, listServicePage } from '#contract/catalogue/service-pages.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeProvider, makeService, makeUser, usd } from '#test/factories.ts'

import { readCatalogueVersion } from '#server/modules/catalogue/public/catalogue-snapshot.ts'
import { makeCatalogueSnapshot } from '#server/modules/catalogue/public/catalogue-snapshot.ts'

// Longer than most: what customers and staff see of one catalogue, which is set up once.

let test_: TestApp
let token: string
let provider: { id: number }

beforeAll(async () => {
  test_ = await makeTestApp()
  token = (await makeUser(test_.ctx, { role: 'admin' })).token
  provider = await makeProvider(test_.ctx, { url: 'http://127.0.0.1:1' })
})
afterAll(() => test_.drop())

const list = (query: Record<string, string> = {}) => test_.call(contract.listServices, { query })
const names = async (query: Record<string, string> = {}) => (await list(query)).body.map(({ name }) => name)
const create = (body: Record<string, unknown>) => test_.call(desk.createService, { token, body })
const update = (id: number, body: Record<string, unknown>) =>
  test_.call(desk.updateService, { token, params: { id }, body })
const setProvider = async (isEnabled: boolean) => {
  await test_.ctx.pool.query('update providers set is_enabled = $2 where id = $1', [provider.id, isEnabled])
  test_.ctx.events.publish({ topic: 'catalogue' })
}

test('shows everyone what is on sale, and nothing of providers, costs or markups', async () => {
  const { id } = await makeService(test_.ctx, {
    name: 'TikTok Likes',
    platform: 'TikTok',
    rate: '0.0575',
    supply: { providerId: provider.id, service: '77', cost: '0.04' },
  })
  const { json, body } = await test_.call(contract.getService, { params: { id } })
  expect(body).toMatchObject({ name: 'TikTok Likes', rate: usd('0.0575') })
  expect(json['rate']).toBe(0.0575)
  expect(Object.keys(json).toSorted()).toEqual([
    'average_time',
    'cancel',
    'category',
    'description',
    'dripfeed',
    'id',
    'max',
    'measured_time',
    'min',
    'name',
    'platform',
    'rate',
    'refill',
    'type',
  ])
  expect(Object.keys(body.category).toSorted()).toEqual(['id', 'name'])
})

test('hides a service while its provider is off, and shows one made by hand', async () => {
  await makeService(test_.ctx, { name: 'forwarded', supply: { providerId: provider.id, service: '78' } })
  await makeService(test_.ctx, { name: 'by hand' })
  await setProvider(false)
  expect(await names()).toContain('by hand')
  expect(await names()).not.toContain('forwarded')
  await setProvider(true)
  expect(await names()).toContain('forwarded')
})

test('finds services by all words, ignoring accents and case, in name, id, category, platform and description', async () => {
  const { body } = await create({
    name: 'Tăng người theo Đõi',
    description: 'Slow start',
    platform: 'Vimeo',
    rate: 1,
    min: 1,
    max: 2,
    category: 'Odd One',
    by_hand: true,
  })
  const { id } = body.service
  for (const search of ['tang nguoi', 'DOI vimeo', 'odd slow', String(id), 'tăng'])
    expect((await list({ search })).body.map((one) => one.id)).toContain(id)
  expect(await names({ search: 'tang nothing' })).toEqual([])
  expect((await list({ platform: 'vimeo' })).body.map((one) => one.id)).toEqual([id])
  expect((await list({ category: String(body.service.category.id) })).body).toHaveLength(1)
  expect((await list({ category: 'x' })).status).toBe(400)
})

test('platforms with a page of their own come first, Other last', async () => {
  for (const platform of ['Other', 'VK', 'Facebook', 'Zulip']) await makeService(test_.ctx, { platform })
  const order = [...new Set((await list()).body.map(({ platform }) => platform))]
  expect(
    order.filter((one) => ['Instagram', 'Facebook', 'TikTok', 'VK', 'Zulip', 'Other'].includes(one)),
  ).toEqual(['Instagram', 'Facebook', 'TikTok', 'VK', 'Zulip', 'Other'])
})

test('answers 304 to a known version, and a new version after a change', async () => {
  const first = await list()
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('vary')).toContain('accept-encoding')
  const ask = (query = '') =>
    fetch(`${test_.url}/api/services${query}`, { headers: { 'if-none-match': `"other", ${etag}` } })
  for (const query of ['', '?search=e', '?platform=tiktok', '?limit=1'])
    expect((await ask(query)).status).toBe(304)
  await makeService(test_.ctx)
  expect((await ask()).status).toBe(200)
})

test('compresses each category and platform once, and caches nothing for empty ones', async () => {
  const catalogue = makeCatalogueSnapshot(test_.ctx)
  const { list } = await catalogue.read()
  catalogue.stop()
  const { body, total } = list({ platform: 'TikTok' })
  expect(total).toBeGreaterThan(0)
  expect(list({ platform: 'tiktok' }).body).toBe(body)
  const { body: none } = list({ platform: 'nowhere' })
  expect(list({ platform: 'tiktok', category: 987_654 }).body).toBe(none)
  expect(String(none.plain)).toBe('[]')
})

test.each(['br', 'gzip', 'identity', 'br;q=0, gzip'])(
  'compresses as the client accepts it: %s',
  async (accepted) => {
    for (let made = 0; made < 10; made += 1) await makeService(test_.ctx)
    const response = await fetch(`${test_.url}/api/services`, { headers: { 'accept-encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(
      accepted === 'identity' ? null : accepted.startsWith('br;') ? 'gzip' : accepted,
    )
    expect(await response.json()).toHaveLength((await list()).body.length)
  },
)

test('the index and the categories contain the same services', async () => {
  const services = (await list()).body
  const index = (await test_.call(contract.listServiceIndex)).body
  expect(index.rows.map(([id]) => id)).toEqual(services.map(({ id }) => id))
  expect(index.columns).toHaveLength(index.rows[0]?.length ?? 0)
  const categories = (await test_.call(contract.listCategories)).body
  expect(categories.reduce((sum, one) => sum + one.services, 0)).toBe(services.length)
})

test('another process shows a change too, by events, and by polling when an event was lost', async () => {
  const other = await test_.another()
  const { body } = await create({ name: 'Heard of', rate: 1, min: 1, max: 2, by_hand: true })
  await expect
    .poll(async () => (await other.call(contract.getService, { params: { id: body.service.id } })).status)
    .toBe(200)
  const silent = makeCatalogueSnapshot(test_.ctx)
  await silent.read()
  await renameInSilence(body.service.id, 'Changed in silence')
  await silent.refresh()
  expect((await silent.read()).findJson(body.service.id)).toContain('Changed in silence')
  silent.stop()
})

/** Commits a change whose event is lost; `meanwhile` runs before the commit. */
const renameInSilence = (id: number, name: string, meanwhile = async () => {}) =>
  transact({ db: test_.ctx.db, events: { publish: () => {} } }, async (tx, publish) => {
    const changed = { name, updated_at: sql<Date>`now()` }
    await tx.updateTable('services').set(changed).where('id', '=', id).execute()
    publish({ topic: 'catalogue' })
    await meanwhile()
  })

test('polling finds a change that began before another one and was committed after it, without reading services', async () => {
  const [first, last] = [await makeService(test_.ctx), await makeService(test_.ctx)]
  const silent = makeCatalogueSnapshot(test_.ctx)
  await silent.read()
  await renameInSilence(first.id, 'Began first', async () => {
    await renameInSilence(last.id, 'Began last')
    await silent.refresh()
    expect((await silent.read()).findJson(last.id)).toContain('Began last')
  })
  await silent.refresh()
  expect((await silent.read()).findJson(first.id)).toContain('Began first')
  silent.stop()
  const work = (db: Kysely<DB>) => readCatalogueVersion(db)
  expect(
    await countRows(test_.ctx.db, { tables: ['services', 'categories', 'catalogue_version'], work }),
  ).toBe(1)
})

test('staff see cost and real markup; a changed rate keeps the cost', async () => {
  const { id } = await makeService(test_.ctx, {
    name: 'Margin 100%_x',
    rate: '1.3',
    supply: { providerId: provider.id, service: '500', cost: '1' },
  })
  const find = async (search: string) =>
    (await test_.call(desk.listAdminServices, { token, query: { search } })).body
  expect((await find('100%_x')).services).toMatchObject([
    { id, original_rate: usd('1'), markup_percentage: 30, provider: { service: '500' } },
  ])
  expect((await find(String(id))).services.map((one) => one.id)).toContain(id)
  const changed = await update(id, { rate: 1.5, name: 'Renamed', platform: 'TikTok', category: 'Moved' })
  expect(changed.body.service).toMatchObject({
    rate: usd('1.5'),
    original_rate: usd('1'),
    markup_percentage: 50,
    name: 'Renamed',
    name_original: 'Margin 100%_x',
    platform: 'TikTok',
    category: { name: 'Moved' },
  })
  expect((await test_.call(contract.getService, { params: { id } })).body).toMatchObject({
    name: 'Renamed',
    rate: usd('1.5'),
  })
})

test('admin pages are numbered', async () => {
  const page = await test_.call(desk.listAdminServices, { token, query: { limit: '2', page: '2' } })
  expect(page.body.services).toHaveLength(2)
  expect(page.body.pagination.totalPages).toBe(Math.ceil(page.body.pagination.totalItems / 2))
})

test.each(['id', 'name', '-rate', 'place'])(
  'staff continue by cursor after a service that left the list meanwhile, sorted by %s',
  async (sort) => {
    for (const rate of ['9', '8', '7']) await makeService(test_.ctx, { name: `Walked ${sort} ${rate}`, rate })
    const ask = (query: Record<string, string>) =>
      test_.call(desk.listAdminServices, {
        token,
        query: { search: `Walked ${sort}`, state: 'on_sale', sort, ...query },
      })
    const all = (await ask({})).body.services.map(({ id }) => id)
    expect(all).toHaveLength(3)
    const [first = 0] = all
    const { next_cursor: cursor } = (await ask({ limit: '1' })).body
    await update(first, { is_active: false })
    const behind = async () => (await ask({ cursor: cursor ?? '' })).body.services.map(({ id }) => id)
    expect(await behind()).toEqual(all.slice(1))
    await test_.call(desk.deleteService, { token, params: { id: first } })
    expect(await behind()).toEqual(all.slice(1))
    expect((await ask({ cursor: '987654321' })).status).toBe(400)
  },
)

test('paging categories continues after one that became empty', async () => {
  await makeService(test_.ctx)
  const ask = async (query: Record<string, string> = {}) =>
    (await test_.call(contract.listCategories, { query: { limit: '200', ...query } })).body
  const [first, ...others] = await ask()
  const sell = async (is: boolean) => {
    await test_.ctx.pool.query('update services set by_hand = $2 where category_id = $1', [first?.id, is])
    test_.ctx.events.publish({ topic: 'catalogue' })
  }
  await sell(false)
  expect(await ask()).toEqual(others)
  expect(await ask({ cursor: String(first?.id) })).toEqual(others)
  await sell(true)
})

test('a deleted service is gone for everyone and its row stays', async () => {
  const { id } = await makeService(test_.ctx)
  const remove = () => test_.call(desk.deleteService, { token, params: { id } })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await test_.call(contract.getService, { params: { id } })).status).toBe(404)
  expect((await update(id, { rate: 1 })).status).toBe(404)
  const { rows } = await test_.ctx.pool.query('select deleted_at from services where id = $1', [id])
  expect(rows[0].deleted_at).not.toBeNull()
})

test.each([
  { name: '', rate: 1, min: 1, max: 2 },
  { name: 'a', rate: 0, min: 1, max: 2 },
  { name: 'a', rate: 0.00001, min: 1, max: 2 },
  { name: 'a', rate: -1, min: 1, max: 2 },
  { name: 'a', rate: 1, min: -1, max: 2 },
  { name: 'a', rate: 1, min: 5, max: 2 },
  { name: 'a', rate: 1, min: 1, max: 2_147_483_648 },
  { name: 'a', rate: 1, min: 1, max: 2, provider_id: 1 },
])('refuses %j and writes nothing', async (body) => {
  const count = async () => (await test_.ctx.pool.query('select count(*) from services')).rows[0].count
  const before = await count()
  expect((await create(body)).status).toBe(422)
  expect(await count()).toBe(before)
})

test('the admin side is for admins only', async () => {
  const user = await makeUser(test_.ctx)
  const { id } = await makeService(test_.ctx)
  for (const [who, status] of [
    [user.token, 403],
    [undefined, 401],
  ] as const) {
    expect((await test_.call(desk.listPlatforms, { token: who })).status).toBe(status)
    expect((await test_.call(desk.listAdminServices, { token: who })).status).toBe(status)
    expect((await test_.call(desk.createService, { token: who, body: {} })).status).toBe(status)
    expect((await test_.call(desk.updateService, { token: who, params: { id }, body: {} })).status).toBe(
      status,
    )
    expect((await test_.call(desk.deleteService, { token: who, params: { id } })).status).toBe(status)
  }
})

test('numbered pages are sorted as requested and together contain all matches', async () => {
  const rates = { delta: '3', beta: '0.5', echo: '7', alpha: '0.0001', gamma: '2' }
  for (const [name, rate] of Object.entries(rates))
    await makeService(test_.ctx, { name: `Paged ${name}`, platform: 'Reddit', rate })
  const page = async (query: Record<string, string>) => {
    const { body } = await test_.call(listServicePage, {
      query: { platform: 'reddit', limit: '2', ...query },
    })
    return { names: body.services.map(({ name }) => name.slice(6)), ...body.pagination }
  }
  expect(await page({ sort: 'price' })).toEqual({ names: ['alpha', 'beta'], totalItems: 5, totalPages: 3 })
  expect((await page({ sort: 'price', page: '3' })).names).toEqual(['echo'])
  expect((await page({ sort: 'price-down' })).names).toEqual(['echo', 'delta'])
  expect((await page({ sort: 'name', page: '2' })).names).toEqual(['delta', 'echo'])
  expect(await page({ search: 'paged ech', sort: 'price' })).toMatchObject({ names: ['echo'], totalItems: 1 })
  expect(await page({ page: '9' })).toMatchObject({ names: [], totalPages: 3 })
  const all = await Promise.all(['1', '2', '3'].map(async (one) => (await page({ page: one })).names))
  expect(all.flat().map((name) => `Paged ${name}`)).toEqual(await names({ platform: 'Reddit' }))
  expect((await test_.call(listServicePage, { query: { sort: 'cost' } })).status).toBe(400)
})

test('a page says the lowest rate of its categories, of all pages; packages do not count', async () => {
  const made = await Promise.all(
    [{ rate: '5' }, { rate: '0.02' }, { rate: '0.001', type: 'Package' as const }].map((own, at) =>
      makeService(test_.ctx, { name: `Low ${at}`, platform: 'Vimeo', ...own }),
    ),
  )
  const { rows } = await test_.ctx.pool.query<{ category_id: number }>(
    `update services set category_id = (select category_id from services where id = $1)
     where id = any ($2) returning category_id`,
    [made[0]?.id, made.map(({ id }) => id)],
  )
  test_.ctx.events.publish({ topic: 'catalogue' })
  const read = async () =>
    (await test_.call(listServicePage, { query: { platform: 'vimeo', sort: 'price-down', limit: '1' } })).body
  await expect
    .poll(async () => (await read()).lowest)
    .toEqual([{ category: rows[0]?.category_id, rate: usd('0.02') }])
  expect((await read()).services.map(({ rate }) => rate)).toEqual([usd('5')])
})

test('the front page gets the lowest rate of a platform, also after a change; packages do not count', async () => {
  const cheap = await makeService(test_.ctx, { name: 'Cheap', platform: 'Twitch', rate: '0.02' })
  await makeService(test_.ctx, { name: 'Dear', platform: 'Twitch', rate: '5' })
  const pack = await makeService(test_.ctx, { name: 'Pack', platform: 'Twitch', rate: '0.01' })
  await test_.ctx.db.updateTable('services').set({ type: 'Package' }).where('id', '=', pack.id).execute()
  test_.ctx.events.publish({ topic: 'catalogue' })
  const shown = async () => {
    const { body } = await test_.call(listPicks)
    return body.platforms.find(({ name }) => name === 'Twitch')
  }
  await expect.poll(async () => (await shown())?.lowest?.name, { timeout: 20_000 }).toBe('Cheap')
  expect(await shown()).toMatchObject({ services: 3, highest: usd('5') })
  expect((await shown())?.picks.map(({ name }) => name)).not.toContain('Pack')
  await update(cheap.id, { name: 'Cheap', rate: 6, min: 1, max: 2 })
  await expect.poll(async () => (await shown())?.lowest?.name, { timeout: 20_000 }).toBe('Dear')
})
