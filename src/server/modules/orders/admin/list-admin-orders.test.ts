import { beforeAll, beforeEach, expect, test } from 'vitest'

import { exportAdminOrders, listAdminOrders } from '#contract/orders/admin-orders.ts'
import * as calls from '#contract/orders/order-views.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ rate: '1.5', supply: '2', min: 1 })

let owner: TestUser
let clerk: TestUser
beforeAll(async () => {
  owner = await makeUser(bench.ctx, { role: 'admin' })
  clerk = await makeUser(bench.ctx, { role: 'admin', permissions: ['orders'] })
})
beforeEach(async () => {
  bench.use({ user: await makeUser(bench.ctx, { balance: '100' }) })
})

type Asked = Record<string, string | number | null>
const list = async (asked: Asked, by = owner) => {
  const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  return (await bench.app.call(listAdminOrders, { token: by.token, query })).body
}
const idsOf = async (query: Asked) => (await list(query)).orders.map(({ id }) => BigInt(id))

test('a row has its provider, the id there, and who delivers; costs are for staff who may see money, in the file too', async () => {
  const { id, there } = await bench.placeAccepted()
  const query = { user_id: bench.user.id }
  const [row] = (await list(query)).orders
  const { id: providerId } = bench.panel.provider
  expect(row).toMatchObject({
    provider: { id: providerId, name: expect.any(String) },
    provider_order: there,
    mode: 'provider',
    cost: expect.any(BigInt),
  })
  const [hidden] = (await list(query, clerk)).orders
  expect(hidden).toMatchObject({ id: Number(id), provider: { id: providerId }, cost: null })
  const file = async (by: TestUser) => {
    const headers = { authorization: `Bearer ${by.token}` }
    const answer = await fetch(`${bench.app.url}${exportAdminOrders.path}?user_id=${bench.user.id}`, {
      headers,
    })
    return (await answer.text())
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','))
  }
  const [heading = [], whole = []] = await file(owner)
  const [, part = []] = await file(clerk)
  const at = heading.indexOf('cost')
  expect([whole[at], part[at]]).toEqual([expect.stringMatching(/^0\.\d+$/), ''])
})

test('an order that only the operator delivers is a manual one', async () => {
  const { id } = await makeService(bench.ctx, { rate: '1' })
  await bench.ctx.db.updateTable('services').set({ by_hand: true }).where('id', '=', id).execute()
  await bench.place({ serviceId: id })
  const [row] = (await list({ user_id: bench.user.id })).orders
  expect(row).toMatchObject({ mode: 'manual', provider: null, provider_order: null, cost: null })
})

test('filters by provider, service and customer work alone, together, and with a status or a dispatch state', async () => {
  const other = await makeService(bench.ctx, {
    rate: '2',
    supply: { providerId: bench.panel.provider.id, service: '1' },
  })
  const provider_id = bench.panel.provider.id
  const { id: taken } = await bench.placeAccepted()
  const { id: done } = await bench.placeAt('Completed')
  const { id: foreign } = await bench.placeAccepted({ serviceId: other.id })
  const unclear = await bench.placeInReview()
  const waiting = await bench.place()
  const service_id = bench.service.id
  expect(await idsOf({ provider_id })).toEqual([foreign, done, taken])
  expect(await idsOf({ service_id })).toEqual([waiting, unclear, done, taken])
  expect(await idsOf({ provider_id, service_id })).toEqual([done, taken])
  expect(await idsOf({ provider_id, service_id: other.id })).toEqual([foreign])
  expect(await idsOf({ provider_id, status: 'COMPLETED' })).toEqual([done])
  expect(await idsOf({ service_id, status: 'COMPLETED,PENDING' })).toEqual([waiting, unclear, done, taken])
  expect(await idsOf({ provider_id, dispatch: 'accepted' })).toEqual([foreign, done, taken])
  // Orders that it may have, or that are queued for it.
  expect(await idsOf({ provider_id, dispatch: 'review' })).toEqual([unclear])
  expect(await idsOf({ provider_id, attention: 'true' })).toEqual([unclear])
  const theirs = { provider_id, user_id: bench.user.id }
  expect(await idsOf({ ...theirs, dispatch: 'review' })).toEqual([unclear])
  expect(await idsOf({ ...theirs, service_id, dispatch: 'review' })).toEqual([unclear])
  expect(await idsOf({ ...theirs, attention: 'true' })).toEqual([unclear])
  expect(await idsOf({ ...theirs, dispatch: 'queued' })).toEqual([waiting])
  expect(await idsOf({ ...theirs, provider_id: 999_999, dispatch: 'review' })).toEqual([])
  expect(await idsOf({ provider_id, dispatch: 'queued' })).toEqual([waiting])
  expect(await idsOf({ provider_id, user_id: bench.user.id, service_id })).toEqual([done, taken])
  const own = { user_id: bench.user.id, service_id }
  expect(await idsOf(own)).toEqual([waiting, unclear, done, taken])
  expect(await idsOf({ ...own, status: 'COMPLETED' })).toEqual([done])
  expect(await idsOf({ service_id, search: String(done) })).toEqual([done])
  expect(await idsOf({ service_id: other.id, search: String(done) })).toEqual([])
  expect(await idsOf({ provider_id: 999_999 })).toEqual([])
  const { user, service, providers } = await list({ user_id: bench.user.id, service_id })
  expect([user, service?.id]).toEqual([{ id: bench.user.id, email: bench.user.email }, service_id])
  expect(providers.map(({ id }) => id)).toContain(provider_id)
  const page = await list({ provider_id, limit: 2 })
  expect(await idsOf({ provider_id, limit: 2, cursor: page.next_cursor })).toEqual([taken])
})

test('each staff member has their own views: saved, renamed, changed, deleted, at most 20', async () => {
  const as = (by: TestUser, id: number, body?: object) => ({ token: by.token, params: { id }, body })
  const save = (by: TestUser, name: string) =>
    bench.app.call(calls.createOrderView, { token: by.token, body: { name, query: 'status=PENDING' } })
  const [late] = (await save(clerk, 'Late')).body.views
  expect(late).toMatchObject({ name: 'Late', query: 'status=PENDING' })
  const id = late?.id ?? 0
  const changed = await bench.app.call(calls.changeOrderView, as(clerk, id, { name: 'Very late' }))
  expect(changed.body.views).toEqual([{ id, name: 'Very late', query: 'status=PENDING' }])
  expect((await bench.app.call(calls.listOrderViews, { token: owner.token })).body.views).toEqual([])
  expect((await bench.app.call(calls.changeOrderView, as(owner, id, { name: 'x' }))).status).toBe(404)
  expect((await bench.app.call(calls.deleteOrderView, as(owner, id))).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => save(clerk, `View ${at}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
  const refused = answers.find(({ status }) => status !== 200)?.body
  expect(refused).toMatchObject({ code: 'state_conflict', details: { reason: 'views_full', max: 20 } })
  expect((await bench.app.call(calls.deleteOrderView, as(clerk, id))).body.views).toHaveLength(19)
})
