import { expect, test } from 'vitest'

import { getService } from '#contract/catalogue/catalogue.ts'
import { updateService } from '#contract/catalogue/admin-services.ts'
import { importServices } from '#contract/catalogue/imports.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { updateUser } from '#contract/users/admin-users.ts'
import { startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { balanceOf, makeUser, usd } from '#test/factories.ts'
import { makeOrderBench } from '#test/order-bench.ts'
import { startPanel } from '#test/panel.ts'

const bench = makeOrderBench()

const order = (token: string, id: number) =>
  bench.app.call(createOrder, {
    token,
    body: { service_id: id, link: `https://example.com/${crypto.randomUUID()}`, quantity: 1000 },
  })
const setCost = (serviceId: number, cost: string, providerId = bench.panel.provider.id) =>
  bench.ctx.db
    .updateTable('supplies')
    .set({ cost_rate: usd(cost) })
    .where('service_id', '=', serviceId)
    .where('provider_id', '=', providerId)
    .execute()
const addSupply = (serviceId: number, providerId: number, cost: string) =>
  bench.ctx.db
    .insertInto('supplies')
    .values({
      service_id: serviceId,
      provider_id: providerId,
      provider_service: '1',
      cost_rate: usd(cost),
      priority: 2,
    })
    .execute()

test('a price rise at the provider refuses the next order of a customer who would pay less than the cost', async () => {
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  const special = await makeUser(bench.ctx, { balance: '10' })
  const plain = await makeUser(bench.ctx, { balance: '10' })
  const id = bench.service.id
  await bench.app.call(updateUser, {
    token: admin.token,
    params: { id: special.id },
    body: { rates: { [id]: 1 } },
  })
  expect((await order(special.token, id)).status).toBe(201)

  const dearer = await startSandboxProvider({
    catalogue: [
      {
        service: 1,
        name: 'Plain',
        category: 'Tests',
        type: 'Default',
        rate: '1.05',
        min: '1',
        max: '1000000',
        refill: false,
        cancel: false,
        dripfeed: false,
      },
    ],
  })
  await bench.ctx.db
    .updateTable('providers')
    .set({
      api_url: `${dearer.url}/api/v2`,
      key_ciphertext: bench.ctx.secrets.seal(`provider-key:${bench.panel.provider.slug}`, dearer.key),
    })
    .where('id', '=', bench.panel.provider.id)
    .execute()
  const body = {
    provider: bench.panel.provider.slug,
    serviceIds: [1],
    markupPercentage: 30,
    overwriteExisting: true,
  }
  expect((await bench.app.call(importServices, { token: admin.token, body })).status).toBe(200)

  const refused = await order(special.token, id)
  expect([refused.status, refused.body.code]).toEqual([409, 'service_unavailable'])
  expect(await balanceOf(bench.ctx, special.id)).toBe(usd('9'))
  const paid = await order(plain.token, id)
  expect([paid.status, paid.body.order.price]).toEqual([201, usd('1.365')])
  await dearer.stop()
})

test('when every supply costs more than the rate, nothing is sold, unless the operator allowed it for that service', async () => {
  const admin = await makeUser(bench.ctx, { role: 'admin' })
  const { user, service } = bench
  await setCost(service.id, '1.2')
  expect((await order(user.token, service.id)).status).toBe(201)
  await setCost(service.id, '1.20000001')
  for (const answer of await Promise.all(Array.from({ length: 3 }, () => order(user.token, service.id))))
    expect([answer.status, answer.body.code]).toEqual([409, 'service_unavailable'])
  await bench.app.call(updateService, {
    token: admin.token,
    params: { id: service.id },
    body: { below_cost: true },
  })
  for (const answer of await Promise.all(Array.from({ length: 3 }, () => order(user.token, service.id))))
    expect(answer.status).toBe(201)
  expect((await bench.app.call(getService, { params: { id: service.id } })).status).toBe(200)
})

test('the first supply that costs at most the rate gets the order, whatever the priorities', async () => {
  const second = await startPanel(bench.ctx)
  const { user, service } = bench
  await setCost(service.id, '1.3')
  await addSupply(service.id, second.provider.id, '1.2')
  const one = await order(user.token, service.id)
  const many = await Promise.all(Array.from({ length: 4 }, () => order(user.token, service.id)))
  for (const { status, body } of [one, ...many]) {
    expect(status).toBe(201)
    expect((await bench.placeOf(BigInt(body.order.id)))?.provider_id).toBe(second.provider.id)
  }
  await second.stop()
})

test('an order whose cost rose while it waited goes to a supply that it covers, or to review', async () => {
  const second = await startPanel(bench.ctx)
  const { service } = bench
  const moved = await bench.place()
  await setCost(service.id, '1.3')
  await addSupply(service.id, second.provider.id, '1.1')
  await bench.dispatch()
  await bench.dispatch()
  expect([await bench.panel.adds(), (await second.adds()).length]).toEqual([[], 1])
  expect((await bench.orderOf(moved)).dispatch).toBe('accepted')

  await setCost(service.id, '1.1')
  const waiting = await bench.place()
  await setCost(service.id, '1.3')
  await setCost(service.id, '1.3', second.provider.id)
  await bench.dispatch()
  await bench.dispatch()
  expect([await bench.panel.adds(), (await second.adds()).length]).toEqual([[], 1])
  expect(await bench.orderOf(waiting)).toMatchObject({ dispatch: 'queued', review_code: 'cost_above_price' })
  await second.stop()
})
