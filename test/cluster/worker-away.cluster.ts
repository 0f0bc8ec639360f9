import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { getProfile } from '#contract/users/users.ts'
import { listServices } from '#contract/catalogue/catalogue.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { makeService, makeUser, type TestUser } from '#test/factories.ts'

// What goes on without one of the workers, and what does not: docs/operating/several-machines.md says it.

let app: TestApp
let serviceId: number

beforeAll(async () => {
  app = await makeTestApp()
  serviceId = (await makeService(app.ctx, { rate: '1' })).id
})
afterAll(() => app.drop())

async function portOf({ id }: TestUser) {
  const { rows } = await app.database.pool.query<{ port: number }>(
    `select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('accounts', $1::int)`,
    [id],
  )
  return rows[0]?.port
}

/** The worker refuses this database alone. The answer ends it. */
async function takeAway(port: number | undefined) {
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

test('without one worker customers of the others place orders, and no order of its own is taken', async () => {
  const here = await makeUser(app.ctx, { balance: '10' })
  let away = await makeUser(app.ctx, { balance: '10' })
  while ((await portOf(away)) === (await portOf(here))) away = await makeUser(app.ctx, { balance: '10' })
  const order = ({ token }: TestUser, key: string) =>
    app.call(createOrder, {
      token,
      body: { service_id: serviceId, link: 'https://example.com/a', quantity: 1000 },
      headers: { 'idempotency-key': key },
    })
  const restore = await takeAway(await portOf(away))
  const seen: Record<string, number> = {}
  for (const [name, user] of Object.entries({ here, away })) {
    const { token } = user
    seen[`${name} order`] = (await order(user, 'one')).status
    seen[`${name} profile`] = (await app.call(getProfile, { token })).status
    seen[`${name} orders`] = (await app.call(listOrders, { token, query: {} })).status
    seen[`${name} services`] = (await app.call(listServices, { token, query: {} })).status
  }
  await restore()
  expect(seen).toEqual({})
  expect((await order(away, 'one')).status).toBe(201)
  expect((await order(here, 'one')).status).toBe(201)
  const { rows } = await app.database.pool.query('select user_id from orders order by user_id')
  expect(rows.length).toBe(2)
  await auditMoney(app.ctx)
})
