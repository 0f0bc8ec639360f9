import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createOrder } from '#contract/orders/order-placing.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { auditMoney } from '#test/audit.ts'
import { balanceOf, makeService, makeUser, type TestUser } from '#test/factories.ts'

import { nodeOf } from './node-of.ts'

// A worker's process that dies in its COMMIT before that is on disk: its work is rolled back. One that dies later but
// before it answers has committed, with the same error. That isn't tested here: to the product the outcome is unknown,
// and only the idempotency key protects. Citus commits a tx on one node there alone, and one on several in two phases.

let app: TestApp
let serviceId: number

beforeAll(async () => {
  app = await makeTestApp()
  serviceId = (await makeService(app.ctx, { rate: '1' })).id
  await app.database.pool.query(
    `create function hang_up() returns trigger language plpgsql as $$
     begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
  )
  await app.database.pool.query("select create_distributed_function('hang_up()')")
})
afterEach(() => auditMoney(app.ctx))
afterAll(() => app.drop())

/** From now on a worker's process that changed the user's account dies at its commit. The returned function restores it. */
async function loseCommitsOf({ id }: TestUser) {
  const onShards = async (statement: string) => {
    const { rows } = await app.database.pool.query<{ success: boolean; result: string }>(
      "select success, result from run_command_on_placements('accounts', $1)",
      [statement],
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ success }) => !success)).toEqual([])
  }
  await onShards(
    `create constraint trigger hang_up after update on %s deferrable initially deferred
     for each row when (new.user_id = ${id}) execute function hang_up()`,
  )
  return () => onShards('drop trigger hang_up on %s')
}

const makeCustomer = () => makeUser(app.ctx, { balance: '10' })
const [ten, nine] = [10_0000_0000n, 9_0000_0000n]
const balancesOf = (users: TestUser[]) => Promise.all(users.map(({ id }) => balanceOf(app.ctx, id)))

async function linksOf({ id }: TestUser) {
  const { rows } = await app.database.pool.query<{ link: string }>(
    'select link from orders where user_id = $1 order by id',
    [id],
  )
  return rows.map(({ link }) => link)
}

test('an order whose node is lost before its commit is on disk is not acknowledged, and sent again it is placed once', async () => {
  const user = await makeCustomer()
  const order = (link: string) => {
    const body = { service_id: serviceId, link, quantity: 1000 }
    return app.call(createOrder, { token: user.token, body, headers: { 'idempotency-key': link } })
  }
  const restore = await loseCommitsOf(user)
  const lost = await order('https://example.com/lost')
  expect([lost.status, lost.body.code]).toEqual([503, 'unavailable'])
  // Also several in one statement.
  const together = await Promise.all(['a', 'b', 'c'].map((name) => order(`https://example.com/${name}`)))
  expect(together.map(({ status }) => status)).toEqual([503, 503, 503])
  expect([await linksOf(user), await balancesOf([user])]).toEqual([[], [ten]])
  await restore()
  for (const _ of [1, 2]) expect((await order('https://example.com/lost')).status).toBe(201)
  expect([await linksOf(user), await balancesOf([user])]).toEqual([['https://example.com/lost'], [nine]])
})

/** Takes a dollar from each, in one tx. */
const charge = (users: TestUser[]) =>
  transact(app.ctx, async (tx) => {
    for (const { id } of users)
      await sql`update accounts set balance = balance - 100000000 where user_id = ${id}`.execute(tx)
  })

test('a tx whose node is lost before its commit is on disk is an error, on one node and on two', async () => {
  const first = await makeCustomer()
  let second = await makeCustomer()
  while ((await nodeOf(app, second)) === (await nodeOf(app, first))) second = await makeCustomer()
  const restore = await loseCommitsOf(second)
  await expect(charge([second])).rejects.toThrow('could not commit')
  await expect(charge([first, second])).rejects.toThrow('terminating connection')
  expect(await balancesOf([first, second])).toEqual([ten, ten])
  await restore()
})
