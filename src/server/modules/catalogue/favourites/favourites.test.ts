import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  listFavourites,
  listOrderedServices,
  starService,
  unstarService,
} from '#contract/catalogue/favourites.ts'
import { limits } from '#contract/base/limits.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { listOrderedServices as readOrdered } from '#server/modules/orders/reading/list-ordered-services.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'
import type { Kysely } from 'kysely'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.drop())

const star = (user: TestUser, id: number) =>
  app.call(starService, { token: user.token, params: { service_id: id } })
const unstar = (user: TestUser, id: number) =>
  app.call(unstarService, { token: user.token, params: { service_id: id } })
const starsOf = async ({ token }: TestUser) => {
  const stars: number[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: '200', ...(cursor !== undefined && { cursor }) }
    const { body } = await app.call(listFavourites, { token, query })
    stars.push(...body.service_ids)
    cursor = body.next_cursor
  }
  return stars
}

test('services are starred and unstarred, last first, idempotently', async () => {
  const user = await makeUser(app.ctx)
  const [one, other] = [await makeService(app.ctx), await makeService(app.ctx)]
  for (const { id } of [one, other, one]) expect((await star(user, id)).json).toEqual({ success: true })
  expect(await starsOf(user)).toEqual([other.id, one.id])
  for (const { id } of [other, other]) expect((await unstar(user, id)).json).toEqual({ success: true })
  expect(await starsOf(user)).toEqual([one.id])
})

test("unstarring affects no other customer's star", async () => {
  const [user, stranger] = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const { id } = await makeService(app.ctx)
  await star(user, id)
  expect(await starsOf(stranger)).toEqual([])
  expect((await unstar(stranger, id)).status).toBe(200)
  expect(await starsOf(user)).toEqual([id])
})

test('a service off sale is left out and cannot be starred; it is still starred when it is back', async () => {
  const user = await makeUser(app.ctx)
  const { id } = await makeService(app.ctx)
  await star(user, id)
  const sell = (is: boolean) =>
    app.ctx.pool.query('update services set is_active = $2 where id = $1', [id, is])
  await sell(false)
  expect(await starsOf(user)).toEqual([])
  const late = await star(await makeUser(app.ctx), id)
  expect([late.status, late.body.code]).toEqual([404, 'service_not_found'])
  expect((await star(user, 987_654_321)).status).toBe(404)
  expect([(await star(user, id)).status, (await unstar(await makeUser(app.ctx), id)).status]).toEqual([
    200, 200,
  ])
  await sell(true)
  expect(await starsOf(user)).toEqual([id])
  await sell(false)
  await unstar(user, id)
  await sell(true)
  expect(await starsOf(user)).toEqual([])
})

test('paging continues after a favourite that was removed meanwhile', async () => {
  const user = await makeUser(app.ctx)
  const ids: number[] = []
  for (let at = 0; at < 3; at += 1) {
    const { id } = await makeService(app.ctx)
    ids.unshift(id)
    await star(user, id)
  }
  const walk = async (query: Record<string, string>) =>
    (await app.call(listFavourites, { token: user.token, query })).body
  const first = await walk({ limit: '1' })
  expect(first.service_ids).toEqual(ids.slice(0, 1))
  await unstar(user, first.service_ids[0] ?? 0)
  expect((await walk({ cursor: first.next_cursor ?? '' })).service_ids).toEqual(ids.slice(1))
})

test('at most 500 are stored, also when the last ones come concurrently; removing one makes room', async () => {
  const user = await makeUser(app.ctx)
  const category = (await app.ctx.pool.query('select min(id) as id from categories')).rows[0].id
  await makeService(app.ctx)
  const { rows } = await app.ctx.pool.query<{ id: number }>(
    `insert into services (category_id, platform, name, name_original, description, type, rate, min, max, by_hand)
     select coalesce($1, (select min(id) from categories)), 'Instagram', 'S' || n, 'S' || n, '', 'Default', 10000, 1, 10, true
     from generate_series(1, $2) n returning id`,
    [category, limits.favouritesMax + 4],
  )
  const ids = rows.map(({ id }) => id)
  await app.ctx.pool.query(
    `insert into favourites (user_id, service_id) select $1, id from unnest($2::int[]) id`,
    [user.id, ids.slice(0, limits.favouritesMax - 1)],
  )
  // Slow writes, so that requests without the lock would have counted before them.
  await app.database.pool.query(`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
    create trigger slowly before insert on favourites for each row execute function slowly()`)
  const last = ids.slice(limits.favouritesMax - 1)
  const answers = await Promise.all(last.map((id) => star(user, id)))
  await app.database.pool.query('drop trigger slowly on favourites')
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({ code: 'favourites_full', details: { max: 500 } })
  expect(await starsOf(user)).toHaveLength(limits.favouritesMax)
  // Starring one again is not refused.
  expect((await star(user, ids[0] ?? 0)).status).toBe(200)
  await unstar(user, ids[0] ?? 0)
  const at = answers.findIndex(({ status }) => status === 409)
  expect((await star(user, last[at] ?? 0)).status).toBe(200)
})

test('recently ordered services are returned once each, last first, if they are on sale', async () => {
  const user = await makeUser(app.ctx, { balance: '100' })
  const services: { id: number }[] = []
  for (let at = 0; at < 12; at += 1) services.push(await makeService(app.ctx, { rate: '1' }))
  const order = async (at: number) => {
    const body = { service_id: services[at]?.id, link: `https://example.com/${Math.random()}`, quantity: 100 }
    expect((await app.call(createOrder, { token: user.token, body })).status).toBe(201)
  }
  for (let at = 0; at < 12; at += 1) await order(at)
  await order(3)
  await app.ctx.pool.query('update services set is_active = false where id = $1', [services[11]?.id])
  const { body } = await app.call(listOrderedServices, { token: user.token, query: {} })
  expect(body.service_ids).toEqual([3, 10, 9, 8, 7, 6, 5, 4, 2, 1].map((at) => services[at]?.id))
  const stranger = await makeUser(app.ctx)
  expect(
    (await app.call(listOrderedServices, { token: stranger.token, query: {} })).body.service_ids,
  ).toEqual([])
})

test('only the last hundred orders are read', async () => {
  const user = await makeUser(app.ctx)
  const { id } = await makeService(app.ctx)
  await app.ctx.pool.query(
    `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel)
     select $1, n, $2, 'S', 'Default', 'https://example.com/' || n, 100, 10000, 1000, false, false
     from generate_series(1, 20000) n`,
    [user.id, id],
  )
  // As the table owner: without statistics the planner may prefer another index.
  await app.database.pool.query('analyze orders')
  const read = await countRows(app.ctx.db, {
    tables: ['orders'],
    work: async (db: Kysely<DB>) => expect(await readOrdered(db, user.id)).toEqual([id]),
  })
  expect(read).toBeLessThan(250)
})
