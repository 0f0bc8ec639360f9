import { beforeEach, describe, expect, test } from 'vitest'

import { createApiKey } from '#contract/users/api-keys.ts'
import { balanceOf, makeService, makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { makeReseller } from '#test/reseller-client.ts'

const bench = makeOrderBench({ supply: '2', refill: true, cancel: true })
let call: ReturnType<typeof makeReseller>

beforeEach(async () => {
  const { key } = (await bench.app.call(createApiKey, { token: bench.user.token })).body
  call = makeReseller(bench.app, key)
})

const statusOf = async (id: bigint) => (await call('status', { order: Number(id) })).json

describe('what a provider reports', () => {
  test("R8 R8b is reported in the protocol's words", async () => {
    for (const [reported, word, remains] of [
      ['Pending', 'Pending', '1000'],
      ['In progress', 'In progress', '600'],
      ['Processing', 'In progress', '600'],
      ['Completed', 'Completed', '0'],
    ] as const) {
      const { id } = await bench.placeAt(reported, { remains: Number(remains) })
      const said = { charge: '1.20', start_count: expect.stringMatching(/^\d+$/), status: word }
      expect(await statusOf(id)).toEqual({ ...said, remains, currency: 'USD' })
    }
  })

  test('R8c an order refunded in part is Partial, in full Canceled, and the money matches', async () => {
    const { id: partial } = await bench.placeAt('Partial', { remains: 250 })
    expect(await statusOf(partial)).toMatchObject({ status: 'Partial', charge: '0.90', remains: '250' })
    const { id: canceled } = await bench.placeAt('Canceled')
    expect(await statusOf(canceled)).toMatchObject({ status: 'Canceled', charge: '0', remains: '1000' })
    expect(await balanceOf(bench.ctx, bench.user.id)).toBe(usd('99.1'))
    const { json } = await call('status', { orders: `${canceled}, ${partial},7` })
    expect(json).toEqual({
      [String(partial)]: await statusOf(partial),
      [String(canceled)]: await statusOf(canceled),
      '7': { error: 'Incorrect order ID' },
    })
  })

  test('R11 orders are added and statuses read while the provider is silent', async () => {
    await bench.panel.fault('slow', { delay_ms: 20_000 })
    const begun = performance.now()
    const fields = { service: bench.service.id, link: 'https://example.com/slow', quantity: 1000 }
    const { json } = await call('add', fields)
    expect(await statusOf(BigInt(json.order))).toMatchObject({ status: 'Pending' })
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})

describe('refills', () => {
  test('R6 returns an id as an integer, the same one while it is open, and its status in words', async () => {
    const { id } = await bench.placeAt('Completed')
    const first = (await call('refill', { order: Number(id) })).json
    expect(first).toEqual({ refill: expect.any(Number) })
    expect((await call('refill', { order: Number(id) })).json).toEqual(first)
    expect(await bench.panel.arrivals('refill')).toBe(1)
    expect(await statusOf(id)).toMatchObject({ status: 'Completed' })
    expect((await call('refill_status', first)).json).toEqual({ status: 'In progress' })
    const { token } = await makeUser(bench.ctx, {})
    const stranger = makeReseller(bench.app, (await bench.app.call(createApiKey, { token })).body.key)
    expect((await stranger('refill_status', first)).json).toEqual({ error: 'Refill not found' })
    await bench.panel.moveRefill(1, { status: 'Completed' })
    await bench.sync(id)
    expect((await call('refill_status', { refills: `${first.refill}, 900` })).json).toEqual([
      { refill: first.refill, status: 'Completed' },
      { refill: 900, status: { error: 'Refill not found' } },
    ])
    const second = (await call('refill', { orders: Number(id) })).json
    expect(second).toEqual([{ order: Number(id), refill: expect.any(Number) }])
    expect(second[0].refill).not.toBe(first.refill)
  })

  test('R7 an order that can never be refilled ends the retries, one that can later does not', async () => {
    const { id: pending } = await bench.placeAccepted()
    const { id: canceled } = await bench.placeAt('Canceled')
    const { id: done } = await bench.placeAt('Completed')
    const plain = await makeService(bench.ctx, {
      supply: { providerId: bench.panel.provider.id, service: '1' },
    })
    const { id: without } = await bench.placeAt('Completed', { serviceId: plain.id })
    const ids = [pending, canceled, done, without].map(Number)
    const { json } = await call('refill', { orders: ids.join(',') })
    const over = { error: 'Refill days are over' }
    expect(json).toEqual([
      { order: ids[0], refill: { error: 'Refill is not available' } },
      { order: ids[1], refill: over },
      { order: ids[2], refill: expect.any(Number) },
      { order: ids[3], refill: over },
    ])
  })

  test('R7 a refusal by the provider is passed on, its days word for word', async () => {
    const { id } = await bench.placeAt('Completed')
    await bench.panel.fault('refusal', { action: 'refill', text: 'Refill days are over' })
    expect((await call('refill', { order: Number(id) })).json).toEqual({ error: 'Refill days are over' })
  })

  test('R8f an unreachable provider is 503 without a body; an unknown outcome is an open refill', async () => {
    const { id } = await bench.placeAt('Completed')
    await bench.panel.fault('reset', { action: 'refill', taken: true })
    const unclear = (await call('refill', { order: Number(id) })).json
    expect(unclear).toEqual({ refill: expect.any(Number) })
    expect((await call('refill_status', unclear)).json).toEqual({ status: 'Pending' })
    const { id: other } = await bench.placeAt('Completed')
    await bench.ctx.db
      .updateTable('providers')
      .set({ key_ciphertext: null, is_enabled: false })
      .where('id', '=', bench.panel.provider.id)
      .execute()
    const { status, text, headers } = await call('refill', { order: Number(other) })
    expect([status, text]).toEqual([503, ''])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    const later = { error: 'Provider is not available. Please try again later.' }
    expect((await call('refill', { orders: Number(other) })).json).toEqual([
      { order: Number(other), refill: later },
    ])
  })
})

describe('canceling', () => {
  test('R6 each order alone: canceled at once in the queue, requested once from the provider, however often', async () => {
    const { id, there } = await bench.placeAccepted()
    const { id: done } = await bench.placeAt('Completed')
    const queued = Number(await bench.place())
    const ids = [queued, Number(id), Number(done), 900_000_000]
    const { json } = await call('cancel', { orders: `${ids.join(', ')},${queued}` })
    expect(json).toEqual([
      { order: ids[0], cancel: 1 },
      { order: ids[1], cancel: 1 },
      { order: ids[2], cancel: { error: 'Cancel is not available' } },
      { order: ids[3], cancel: { error: 'Incorrect order ID' } },
    ])
    expect((await call('cancel', { order: Number(id) })).json).toEqual([{ order: Number(id), cancel: 1 }])
    expect(await bench.panel.arrivals('cancel')).toBe(1)
    await bench.panel.move(there, { status: 'Canceled' })
    await bench.sync(id)
    expect(await statusOf(id)).toMatchObject({ status: 'Canceled', charge: '0', remains: '1000' })
  })
})
