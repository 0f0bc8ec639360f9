import { afterAll, beforeAll, expect, test } from 'vitest'

import { changeServices } from '#contract/catalogue/bulk-changes.ts'
import * as desk from '#contract/catalogue/admin-services.ts'
import * as order from '#contract/catalogue/sort-order.ts'
import { listServices } from '#contract/catalogue/catalogue.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeProvider, makeService, makeUser, usd } from '#test/factories.ts'

import { listAdminServicesById } from './get-admin-service.ts'
import { cacheAdminIndex } from './admin-index.ts'

// Longer than most: each kind of change is previewed, confirmed and tested against concurrent changes.

let app: TestApp
let token: string
let provider: { id: number }
let counter = 0

beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeUser(app.ctx, { role: 'admin' })).token
  provider = await makeProvider(app.ctx, { url: 'http://127.0.0.1:1' })
})
afterAll(() => app.drop())

const make = (own: { name?: string; rate?: string; cost?: string; platform?: string } = {}) => {
  counter += 1
  const { cost, ...rest } = own
  const supply = { providerId: provider.id, service: `s${counter}`, cost: cost ?? '1' }
  return makeService(app.ctx, { ...rest, ...(cost !== undefined && { supply }) })
}
const bulk = (body: Record<string, unknown>) => app.call(changeServices, { token, body })
/** Like the page: preview, then confirm. */
const apply = async (body: Record<string, unknown>) => {
  const { seal } = (await bulk({ ...body, dry_run: true })).body
  return bulk({ ...body, dry_run: false, seal })
}
const list = async (query: Record<string, string> = {}) =>
  (await app.call(desk.listAdminServices, { token, query: { limit: '200', ...query } })).body
const ids = async (query: Record<string, string> = {}) => (await list(query)).services.map(({ id }) => id)
const recorded = async () => {
  const { rows } = await app.ctx.pool.query(
    "select before, after from audit_log where action = 'service.bulk' order by number",
  )
  return rows
}

test('a dry run returns what would change and changes nothing', async () => {
  const one = await make({ rate: '1.3', cost: '1' })
  const two = await make({ rate: '2', cost: '1' })
  const byHand = await make({ rate: '5' })
  const before = await recorded()
  const chosen = [one.id, two.id, byHand.id]
  const { body, status } = await bulk({ ids: chosen, change: { kind: 'markup', percent: 30 }, dry_run: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({ services: 3, changed: 1, lowered: 1, raised: 0, below_cost: 0, dry_run: true })
  expect(body.left).toEqual([
    { code: 'same_already', count: 1, services: [one.id] },
    { code: 'no_cost', count: 1, services: [byHand.id] },
  ])
  expect(body.examples).toMatchObject([{ id: two.id, rate_before: usd('2'), rate_after: usd('1.3') }])
  expect((await list({ search: String(two.id) })).services[0]?.rate).toBe(usd('2'))
  expect(await recorded()).toEqual(before)
})

test('changes the chosen services as shown, with one audit log entry', async () => {
  const one = await make({ rate: '2', cost: '1' })
  const two = await make({ rate: '3', cost: '2' })
  const before = await recorded()
  const { body } = await apply({ ids: [one.id, two.id], change: { kind: 'rate_by', percent: -10 } })
  expect(body).toMatchObject({ changed: 2, lowered: 2, dry_run: false })
  expect((await list({ search: `#${one.id}` })).services[0]?.rate).toBe(usd('1.8'))
  const added = (await recorded()).slice(before.length)
  expect(added).toHaveLength(1)
  expect(added[0].before.services).toMatchObject([
    { id: one.id, rate: '200000000' },
    { id: two.id, rate: '300000000' },
  ])
})

test('a plan that changed since the preview is refused, and so is one without a preview', async () => {
  const { id } = await make({ rate: '2', cost: '1' })
  const change = { kind: 'rate_by', percent: 10 }
  const { seal } = (await bulk({ ids: [id], change, dry_run: true })).body
  expect((await bulk({ ids: [id], change, dry_run: false })).status).toBe(409)
  await app.call(desk.updateService, { token, params: { id }, body: { rate: 4 } })
  const refused = await bulk({ ids: [id], change, dry_run: false, seal })
  expect(refused.json).toMatchObject({ code: 'state_conflict', details: { reason: 'selection_changed' } })
  expect((await list({ search: `#${id}` })).services[0]?.rate).toBe(usd('4'))
})

test('the same confirmation changes nothing a second time', async () => {
  const { id } = await make({ rate: '2', cost: '1' })
  const change = { kind: 'rate_by', percent: 10 }
  const { seal } = (await bulk({ ids: [id], change, dry_run: true })).body
  const both = [
    await bulk({ ids: [id], change, dry_run: false, seal }),
    await bulk({ ids: [id], change, dry_run: false, seal }),
  ]
  expect(both.map(({ status }) => status)).toEqual([200, 409])
  expect((await list({ search: `#${id}` })).services[0]?.rate).toBe(usd('2.2'))
})

test('a markup sets the price that an import would set, and is stored for the next change of cost', async () => {
  const { id } = await make({ rate: '2', cost: '0.0575' })
  await apply({ ids: [id], change: { kind: 'markup', percent: 30 } })
  expect((await list({ search: `#${id}` })).services[0]?.rate).toBe(usd('0.0748'))
  const { rows } = await app.ctx.pool.query(
    'select markup_basis_points from supplies where service_id = $1',
    [id],
  )
  expect(rows).toEqual([{ markup_basis_points: 3_000 }])
})

test('all services of a filter go on and off sale, to another category, and are deleted; their rows stay', async () => {
  const mine = await Promise.all([1, 2, 3].map((at) => make({ name: `Sweeping ${at}`, rate: '1' })))
  const filter = { search: 'sweeping' }
  const chosen = mine.map(({ id }) => id).toSorted((one, other) => one - other)
  await apply({ filter, change: { kind: 'disable' } })
  expect(await ids({ search: 'sweeping', state: 'off_sale' })).toEqual(chosen)
  expect((await app.call(listServices, { query: filter })).body).toEqual([])
  await apply({ filter, change: { kind: 'enable' } })
  await apply({ filter, change: { kind: 'category', category: 'Swept', platform: 'TikTok' } })
  const moved = (await list(filter)).services
  expect(moved.map(({ category, platform }) => [category.name, platform])).toEqual(
    chosen.map(() => ['Swept', 'TikTok']),
  )
  expect((await apply({ filter, change: { kind: 'delete' } })).body.changed).toBe(3)
  expect(await ids(filter)).toEqual([])
  const { rowCount } = await app.ctx.pool.query('select from services where id = any ($1)', [chosen])
  expect(rowCount).toBe(3)
})

test('counts the services that would be on sale below their cost', async () => {
  const { id } = await make({ rate: '2', cost: '1.5' })
  const change = { kind: 'rate', rate: 1.2 }
  expect((await bulk({ ids: [id], change, dry_run: true })).body.below_cost).toBe(1)
  await apply({ ids: [id], change })
  expect(await ids({ state: 'below_cost' })).toEqual([id])
})

test.each([
  { change: { kind: 'disable' } },
  { ids: [], change: { kind: 'disable' } },
  { ids: [1], filter: {}, change: { kind: 'disable' } },
  { ids: [1], change: { kind: 'rate', rate: 0 } },
  { ids: [1], change: { kind: 'rate_by', percent: -100 } },
  { ids: [1], change: { kind: 'markup', percent: 1.234 } },
  { ids: Array.from({ length: 1_001 }, (_, at) => at + 1), change: { kind: 'disable' } },
])('refuses %j', async (body) => {
  expect((await bulk({ ...body, dry_run: true })).status).toBe(422)
})

test('a service moves within its category, and a category within its platform, as customers see them', async () => {
  const three = await Promise.all(
    ['a', 'b', 'c'].map((name) => make({ name: `Placed ${name}`, platform: 'VK' })),
  )
  const [a = 0, b = 0, c = 0] = three.map(({ id }) => id)
  await apply({ ids: [a, b, c], change: { kind: 'category', category: 'Row' } })
  const shown = async () =>
    (await app.call(listServices, { query: { search: 'placed' } })).body.map(({ id }) => id)
  const place = (id: number, move: string) =>
    app.call(order.placeService, { token, params: { id }, body: { move } })
  const first = await shown()
  expect((await place(first[2] ?? 0, 'first')).status).toBe(200)
  expect(await shown()).toEqual([first[2], first[0], first[1]])
  await place(first[2] ?? 0, 'down')
  expect(await shown()).toEqual(first.with(1, first[2] ?? 0).with(2, first[1] ?? 0))
  await place(first[0] ?? 0, 'last')
  expect((await list({ search: 'placed', sort: 'place' })).services.map(({ id }) => id)).toEqual(
    await shown(),
  )

  // Next to a neighbour, regardless of others' moves meanwhile.
  const beside = (id: number, to: object) => app.call(order.placeService, { token, params: { id }, body: to })
  await beside(a, { before: b })
  await beside(c, { after: b })
  expect(await shown()).toEqual([a, b, c])
  const moves = [
    beside(a, { after: c }),
    beside(b, { before: c }),
    beside(c, { before: a }),
    beside(a, { after: b }),
  ]
  expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await app.ctx.pool.query(
    'select position from services where id = any($1) order by position',
    [[a, b, c]],
  )
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3])
  expect((await beside(a, { after: 999_999 })).status).toBe(404)
  for (const body of [{}, { before: b, after: c }]) expect((await beside(a, body)).status).toBe(422)

  const moved = await make({ platform: 'VK', name: 'Later' })
  const home = (await list({ search: `#${moved.id}` })).services[0]?.category.id ?? 0
  const categories = async () =>
    (await app.call(order.listAdminCategories, { token })).body.categories.filter(
      (one) => one.platform === 'VK',
    )
  await app.call(order.placeCategory, { token, params: { id: home }, body: { move: 'first' } })
  expect((await categories())[0]).toMatchObject({ id: home, services: 1, on_sale: 1 })
})

test('a copy is listed below its service, off sale, the same except for its supplies', async () => {
  const one = await make({ name: 'Copied one', platform: 'VK' })
  const other = await make({ name: 'Copied two', platform: 'VK' })
  await apply({ ids: [one.id, other.id], change: { kind: 'category', category: 'Copies' } })
  const made = await app.call(desk.duplicateService, { token, params: { id: one.id } })
  const { id, name, rate, is_active, supplies } = made.body.service
  expect([made.status, name, is_active, supplies]).toEqual([201, 'Copied one', false, 0])
  expect(rate).toBe((await list({ search: `#${one.id}` })).services[0]?.rate)
  const placed = await list({ search: 'copied', sort: 'place' })
  expect(placed.services.map((service) => service.id)).toEqual([one.id, id, other.id])
  expect((await app.call(desk.duplicateService, { token, params: { id: 999_999 } })).status).toBe(404)
})

test('a copy locks the category before the service, as a move does', async () => {
  const one = await make({ name: 'Copied while it moves', platform: 'VK' })
  const held = await app.ctx.pool.connect()
  await held.query('begin')
  const home = '(select category_id from services where id = $1)'
  await held.query(`select from categories where id = ${home} for no key update`, [one.id])
  const copying = app.call(desk.duplicateService, { token, params: { id: one.id } })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await expect.poll(async () => (await app.ctx.pool.query(waiting)).rowCount).toBe(1)
    const { rowCount } = await held.query('select from services where id = $1 for update nowait', [one.id])
    expect(rowCount).toBe(1)
  } finally {
    await held.query('rollback')
    held.release()
  }
  expect((await copying).status).toBe(201)
})

test('a page of 10,000 services reads some tens of rows, and no order', async () => {
  await app.ctx.pool.query(
    `insert into services (category_id, platform, name, name_original, description, rate, min, max, by_hand)
     select (select min(id) from categories), 'VK', 'Bulk ' || n, 'Bulk ' || n, repeat('text ', 40), 10000, 1, 10, true
     from generate_series(1, 10000) n`,
  )
  app.ctx.events.publish({ topic: 'catalogue' })
  const kept = cacheAdminIndex(app.ctx)
  await kept.read()
  const found = (await kept.read()).find({ search: 'bulk' }, '-rate')
  kept.stop()
  expect(found).toHaveLength(10_000)
  const work = async (db: typeof app.ctx.db) =>
    expect(await listAdminServicesById(db, found.slice(5_000, 5_050))).toHaveLength(50)
  expect(await countRows(app.ctx.db, { tables: ['services'], work })).toBeLessThan(1_000)
  expect(await countRows(app.ctx.db, { tables: ['orders'], work })).toBe(0)
  const page = await app.call(desk.listAdminServices, {
    token,
    query: { search: 'bulk', page: '200', limit: '50' },
  })
  expect(page.body.services).toHaveLength(50)
  expect(page.body.pagination).toEqual({ totalItems: 10_000, totalPages: 200 })
  const { body } = await apply({ filter: { search: 'bulk' }, change: { kind: 'rate', rate: 0.0002 } })
  expect(body).toMatchObject({ services: 10_000, changed: 10_000, dry_run: false })
})

test('a service taken off sale during a change of prices stays off sale', async () => {
  const { id } = await make({ rate: '2', cost: '1' })
  const body = { ids: [id], change: { kind: 'rate_by', percent: 10 } }
  const { seal } = (await bulk({ ...body, dry_run: true })).body
  const client = await app.ctx.pool.connect()
  try {
    await client.query('begin')
    await client.query('update services set is_active = false where id = $1', [id])
    const changing = bulk({ ...body, dry_run: false, seal })
    // It has read the services and waits to write.
    await expect.poll(waitsForALock, { timeout: 20_000 }).toBe(true)
    await client.query('commit')
    expect((await changing).body).toMatchObject({ changed: 1 })
  } finally {
    client.release()
  }
  const { rows } = await app.ctx.pool.query('select rate, is_active from services where id = $1', [id])
  expect(rows).toEqual([{ rate: usd('2.2'), is_active: false }])
})

async function waitsForALock(): Promise<boolean> {
  const { rows } = await app.ctx.pool.query('select from pg_locks where not granted')
  return rows.length > 0
}
