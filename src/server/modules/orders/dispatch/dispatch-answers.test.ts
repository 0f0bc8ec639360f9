import { describe, expect, test } from 'vitest'

import { getAdminOrder } from '#contract/orders/admin-orders.ts'
import { deleteOldRows } from '#test/delete-old-rows.ts'
import { balanceOf, makeService, makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { startPanel } from '#test/panel.ts'

const bench = makeOrderBench()

describe('the response of the provider', () => {
  test('every attempt is stored word for word without the key, until its retention ends', async () => {
    const staff = await makeUser(bench.ctx, { role: 'admin', permissions: ['orders'] })
    const id = await bench.place()
    await bench.panel.fault('html', { action: 'add' })
    await bench.dispatch()
    const read = async (order: number | bigint) => {
      const asked = { token: staff.token, params: { id: String(order) } }
      const { body } = await bench.app.call(getAdminOrder, asked)
      return body.order.dispatch.attempts.map(({ state, exchange }) => ({ state, exchange }))
    }
    const request = expect.stringMatching(/^service=1&link=https.*&quantity=1000&action=add$/)
    const [attempt] = await read(id)
    expect(attempt).toMatchObject({
      state: 'unknown',
      exchange: { request, answer: { status: 200, body: expect.stringContaining('<html') } },
    })
    // A missing response is shown as missing.
    const other = await bench.place()
    await bench.panel.fault('accept_no_reply', { action: 'add' })
    await bench.dispatch({ timeoutMs: 2_000 })
    expect(await read(other)).toEqual([{ state: 'unknown', exchange: { request, answer: null } }])
    const rows = await bench.ctx.db.selectFrom('attempt_exchanges').selectAll().execute()
    const { rows: keys } = await bench.ctx.pool.query('select key_ciphertext from providers')
    expect(keys.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows, (_name, value) => String(value))).not.toContain('key=')

    await bench.ctx.pool.query(
      "update attempt_exchanges set created_at = now() - interval '31 days' where order_id = $1",
      [id],
    )
    await deleteOldRows(bench.ctx)
    expect([(await read(id))[0]?.exchange, (await read(other))[0]?.exchange]).toEqual([
      null,
      { request, answer: null },
    ])
  })

  test('rejected: the next supply gets the order, by priority', async () => {
    const second = await startPanel(bench.ctx)
    await bench.ctx.db
      .insertInto('supplies')
      .values({
        service_id: bench.service.id,
        provider_id: second.provider.id,
        provider_service: '1',
        cost_rate: usd('1'),
        priority: 2,
      })
      .execute()
    await bench.ctx.db
      .updateTable('supplies')
      .set({ provider_service: '777' })
      .where('provider_id', '=', bench.panel.provider.id)
      .execute()
    const id = await bench.place()
    await bench.dispatch()
    await bench.makeDue(id)
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({
      dispatch: 'accepted',
      provider_id: second.provider.id,
      attempts: 2,
    })
    expect((await bench.attemptsOf(id)).map(({ state }) => state)).toEqual(['rejected', 'accepted'])
    expect([(await bench.panel.adds()).length, (await second.adds()).length]).toEqual([0, 1])
    await second.stop()
  })

  test('rejected by the last one: failed, refunded in full, once, and the customer is notified', async () => {
    await bench.ctx.db
      .updateTable('supplies')
      .set({ provider_service: '777' })
      .where('provider_id', '=', bench.panel.provider.id)
      .execute()
    const id = await bench.place()
    await bench.dispatch()
    await bench.letTimePass(id)
    expect(await bench.orderOf(id)).toMatchObject({
      status: 'FAILED',
      dispatch: 'rejected',
      refunded: usd('1.2'),
    })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('100'))
    const told = await bench.ctx.db
      .selectFrom('notifications')
      .select(['code', 'order_id'])
      .where('user_id', '=', bench.user.id)
      .execute()
    expect(told).toEqual([{ code: 'order_failed', order_id: id }])
  })

  test('no funds at the provider: queued again for later, the operator sees why, and it is sent when there are funds', async () => {
    await bench.panel.settings({ balance: '0' })
    const id = await bench.place()
    await bench.dispatch()
    await bench.dispatch()
    const waiting = await bench.orderOf(id)
    expect(waiting).toMatchObject({ dispatch: 'queued', status: 'PENDING', attempts: 1, refunded: 0n })
    expect(waiting).toMatchObject({
      review_code: 'refused',
      review_details: {
        fault: { code: 'said', details: { error: expect.stringContaining('Not enough funds') } },
      },
    })
    await bench.panel.settings({ balance: '100' })
    await bench.makeDue(id)
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'accepted', review_code: null })
    expect((await bench.panel.adds()).length).toBe(1)
  })

  test('connection refused: queued again for later', async () => {
    const gone = await startPanel(bench.ctx)
    await gone.stop()
    const unreachable = await makeService(bench.ctx, {
      supply: { providerId: gone.provider.id, service: '1' },
    })
    const id = await bench.place({ serviceId: unreachable.id })
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({ dispatch: 'queued', status: 'PENDING', attempts: 1 })
    expect(await bench.attemptsOf(id)).toMatchObject([{ state: 'not_sent' }])
  })

  test('no provider for the service: it stays queued and is flagged', async () => {
    const id = await bench.place({ serviceId: (await makeService(bench.ctx)).id })
    await bench.dispatch()
    expect(await bench.orderOf(id)).toMatchObject({
      dispatch: 'queued',
      attempts: 0,
      review_code: 'no_provider',
    })
  })

  test('a paused provider gets nothing, and blocks no other', async () => {
    await bench.ctx.db
      .updateTable('providers')
      .set({ sending_paused_until: new Date(Date.now() + 60_000) })
      .where('id', '=', bench.panel.provider.id)
      .execute()
    const other = await startPanel(bench.ctx)
    const held = await bench.place()
    const sold = await makeService(bench.ctx, {
      supply: { providerId: other.provider.id, service: '3' },
      type: 'Package',
    })
    const free = await bench.place({ serviceId: sold.id })
    await bench.dispatch()
    expect((await bench.orderOf(held)).dispatch).toBe('queued')
    expect((await bench.orderOf(free)).dispatch).toBe('accepted')
    expect([(await bench.panel.adds()).length, (await other.adds()).length]).toEqual([0, 1])
    await other.stop()
  })
})
