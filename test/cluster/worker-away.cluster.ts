import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { getProfile } from '#contract/users/users.ts'
import { listServices } from '#contract/catalogue/catalogue.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

import { nodeOf } from './node-of.ts'

// docs/operating/several-machines.md says what else stops while a worker is away.

let app: TestApp
let serviceId: number

beforeAll(async () => {
  app = await makeTestApp()
  serviceId = (await makeService(app.ctx, { rate: '1' })).id
})
afterAll(() => app.drop())

/** Makes the worker refuse this database. The returned function ends that. */
async function takeAway(port: number) {
  const url = inject('workerUrls').find((one) => new URL(one).port === String(port))
  if (url === undefined) throw new Error('no such worker')
  const name = new URL(app.database.url).pathname.slice(1)
  const on = async (statement: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await on(`alter database ${name} allow_connections false`)
  await on(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  return () => on(`alter database ${name} allow_connections true`)
}

test('without one worker customers of the others go on ordering, and its own get a clear error and place once what they send again', async () => {
  expect(inject('workerUrls').length).toBeGreaterThan(1)
  const here = await makeUser(app.ctx, { balance: '10' })
  let away = await makeUser(app.ctx, { balance: '10' })
  while ((await nodeOf(app, away)) === (await nodeOf(app, here)))
    away = await makeUser(app.ctx, { balance: '10' })
  const order = ({ token }: TestUser) =>
    app.call(createOrder, {
      token,
      body: { service_id: serviceId, link: 'https://example.com/a', quantity: 1000 },
      headers: { 'idempotency-key': 'one' },
    })
  const restore = await takeAway(await nodeOf(app, away))
  onTestFinished(restore)
  const statusesOf = async (user: TestUser) => {
    const { token } = user
    const orders = await app.call(listOrders, { token, query: {} })
    const profile = await app.call(getProfile, { token })
    return [(await order(user)).status, orders.status, profile.status]
  }
  // Repeatedly: each connection to the coordinator has its own to the workers.
  for (let times = 0; times < 5; times += 1) {
    const [own, others] = await Promise.all([statusesOf(here), statusesOf(away)])
    expect(own).toEqual([201, 200, 200])
    expect(others).toEqual([503, 503, 503])
  }
  expect((await app.call(listServices, { query: {} })).status).toBe(200)
  await restore()
  for (const user of [here, away]) expect((await order(user)).status).toBe(201)
  const { rows } = await app.database.pool.query<{ id: number }>('select user_id as id from orders')
  expect(rows.map(({ id }) => id).toSorted()).toEqual([here.id, away.id].toSorted())
  await auditMoney(app.ctx)
})
