import { beforeAll, describe, expect, test } from 'vitest'

import { adminEditOrder } from '#contract/orders/order-actions.ts'
import { getAdminOrder } from '#contract/orders/admin-orders.ts'
import { makeDispatcher } from '#server/modules/orders/dispatch/dispatch-orders.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'

const bench = makeOrderBench({ supply: '2', min: 1 })

let clerk: TestUser
beforeAll(async () => {
  clerk = await makeUser(bench.ctx, { role: 'admin', permissions: ['orders'] })
})

const edit = (id: bigint, body: object) =>
  bench.app.call(adminEditOrder, {
    token: clerk.token,
    params: { id },
    body: { reason: 'a wrong link', ...body },
  })
const read = async (id: bigint) =>
  (await bench.app.call(getAdminOrder, { token: clerk.token, params: { id } })).body.order
const link = 'https://example.com/right'

describe('correcting a link', () => {
  test('before it is sent: it is sent once, for the new link, and is in the audit log', async () => {
    const id = await bench.place({ link: 'https://example.com/wrong' })
    const { status, body } = await edit(id, { link: ` ${link} ` })
    expect([status, body.order.link, body.order.dispatch.state]).toEqual([200, link, 'queued'])
    await bench.dispatch()
    await bench.dispatch()
    expect((await bench.panel.adds()).map((add) => add.link)).toEqual([link])
    const { rows } = await bench.ctx.pool.query(
      `select action, before, after, reason from audit_log where subject_id = $1`,
      [String(id)],
    )
    expect(rows).toEqual([
      {
        action: 'order.edit',
        before: { link: 'https://example.com/wrong' },
        after: { link },
        reason: 'a wrong link',
      },
    ])
  })

  test('racing the sending: each order is sent for the link that it shows', async () => {
    bench.use({ user: await makeUser(bench.ctx, { balance: '1000' }) })
    const ids = await Promise.all(Array.from({ length: 20 }, () => bench.place()))
    const dispatcher = makeDispatcher(bench.ctx)
    const pumping = Promise.all(Array.from({ length: 6 }, () => dispatcher.pump()))
    const answers = await Promise.all(ids.map((id) => edit(id, { link: `https://example.com/new/${id}` })))
    await pumping
    await dispatcher.stop()
    for (let at = 0; at < 4; at += 1) await bench.dispatch()
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const sent = new Map((await bench.panel.adds()).map((add) => [String(add.order), add.link]))
    const orders = await Promise.all(ids.map((id) => bench.orderOf(id)))
    expect(sent.size).toBe(20)
    for (const order of orders) expect(sent.get(order.provider_order ?? '')).toBe(order.link)
  })

  test('keeps a concurrent rerouting of the queue entry, its due time, and the former link', async () => {
    const id = await bench.place({ link: 'https://example.com/first' })
    const due = new Date(Date.now() + 3_600_000)
    const held = await bench.ctx.pool.connect()
    await held.query('begin')
    await held.query(`update orders set link = 'https://example.com/second' where id = $1`, [String(id)])
    await held.query(
      'update dispatch_queue set supply_id = null, provider_id = null, due_at = $2 where order_id = $1',
      [String(id), due],
    )
    const editing = edit(id, { link })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await bench.ctx.pool.query(waiting)).rowCount).toBe(1)
    await held.query('commit')
    held.release()
    expect((await editing).status).toBe(200)
    expect(await bench.placeOf(id)).toMatchObject({ supply_id: null, provider_id: null, due_at: due })
    const { rows } = await bench.ctx.pool.query('select before from audit_log where subject_id = $1', [
      String(id),
    ])
    expect(rows).toEqual([{ before: { link: 'https://example.com/second' } }])
  })

  test('is refused once a provider has or may have it, for a text that is not a link, and for a blocked link', async () => {
    const { id: taken } = await bench.placeAccepted()
    for (const id of [taken, await bench.placeInReview()]) {
      const { status, json } = await edit(id, { link })
      expect(status).toBe(409)
      expect(json).toMatchObject({ details: { reason: 'not_editable' } })
    }
    const id = await bench.place()
    for (const wrong of ['javascript:alert(1)', 'two words', ''])
      expect((await edit(id, { link: wrong })).json.field_codes).toMatchObject({
        link: { code: 'link_required' },
      })
    expect((await edit(id, {})).status).toBe(422)
    const expected = { dispatch: 'accepted', attempt: 1 }
    expect((await edit(id, { link, expected })).json).toMatchObject({ details: { reason: 'order_moved' } })
    await bench.ctx.pool.query(
      `insert into settings (section, value) values ('blocked', '{"links": ["example.com/right"], "categories": []}')`,
    )
    bench.ctx.events.publish({ topic: 'settings' })
    await expect.poll(async () => (await edit(id, { link })).body.code).toBe('link_blocked')
    await bench.ctx.pool.query(
      `update settings set value = '{"links": [], "categories": []}' where section = 'blocked'`,
    )
    bench.ctx.events.publish({ topic: 'settings' })
  })
})

describe('correcting a start count', () => {
  test('of an order that a provider has: nothing is sent, and the provider’s own count replaces it', async () => {
    const { id, there } = await bench.placeAt('In progress')
    const sent = (await bench.panel.adds()).length
    expect((await edit(id, { start_count: 0 })).body.order.start_count).toBe(0)
    expect((await edit(id, { start_count: 4321 })).body.order.start_count).toBe(4321)
    await bench.dispatch()
    expect(await bench.panel.adds()).toHaveLength(sent)
    await bench.panel.move(there, { status: 'In progress', start_count: 77 })
    await bench.sync(id)
    expect((await read(id)).start_count).toBe(77)
  })

  test('of a manually delivered order; not of one that waits for a supply', async () => {
    const { id: serviceId } = await makeService(bench.ctx, { rate: '1' })
    const sell = (by_hand: boolean) =>
      bench.ctx.db.updateTable('services').set({ by_hand }).where('id', '=', serviceId).execute()
    await sell(true)
    const id = await bench.place({ serviceId })
    expect((await edit(id, { start_count: 12 })).body.order.start_count).toBe(12)
    await sell(false)
    expect((await edit(id, { start_count: 13 })).json).toMatchObject({ details: { reason: 'not_editable' } })
  })

  test('is refused before delivery starts, and after an order ended without delivery', async () => {
    const id = await bench.place()
    expect((await edit(id, { start_count: 5 })).json).toMatchObject({ details: { reason: 'not_editable' } })
    const { id: canceled } = await bench.placeAt('Canceled', { remains: 1000 })
    expect((await edit(canceled, { start_count: 5 })).json).toMatchObject({
      details: { reason: 'not_editable' },
    })
    for (const start_count of [-1, 1.5, 3_000_000_000])
      expect((await edit(id, { start_count })).status).toBe(422)
  })
})
