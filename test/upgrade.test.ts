import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '#contract/auth.ts'
import { createOrder } from '#contract/order-placing.ts'
import { listOrders } from '#contract/orders.ts'
import { migrate } from '#server/database/migrate.ts'
import { migrationsDir } from '#server/database/read-migrations.ts'
import { checkInvariants } from '#server/invariants/check-invariants.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { makeTestDatabase, type TestDatabase } from './database.ts'
import { makeService } from './factories.ts'

/** A database that an earlier version filled, brought to today's schema as a start of the product does it. */
let old: TestDatabase
let app: TestApp
let ledgerBefore: string

const filledBy = '0007'

beforeAll(async () => {
  old = await makeTestDatabase()
  await old.pool.query('drop schema public cascade')
  await old.pool.query('create schema public')
  const dir = await mkdtemp(join(tmpdir(), 'tally-migrations-'))
  for (const name of await readdir(migrationsDir))
    if (name.slice(0, 4) <= filledBy) await cp(join(migrationsDir, name), join(dir, name))
  await migrate(old.url, dir)
  await rm(dir, { recursive: true })
  await old.pool.query(await readFile(join(import.meta.dirname, `fixtures/filled-${filledBy}.sql`), 'utf8'))
  ledgerBefore = await readLedger()
  app = await makeTestApp({ env: { SECRET_KEY: 'the key of a fixture, of no use elsewhere' } })
})
afterAll(async () => {
  await app.drop()
  await old.drop()
})

/** Every column that the old schema had, byte for byte. */
async function readLedger(): Promise<string> {
  const { rows } = await old.pool.query<{ line: string }>(
    `select concat_ws('|', user_id, id, seq, type, from_account, to_account, amount, signed_amount, balance_after,
       description, coalesce(payment_method, '~'), coalesce(reference_id, '~'), coalesce(order_id, 0),
       coalesce(deposit_id, 0), coalesce(actor_id, 0), extract(epoch from created_at)) as line
     from transactions order by user_id, id`,
  )
  return rows.map(({ line }) => line).join('\n')
}

test('a filled database of the first schema has an order in every state, and migrates', async () => {
  const { rows } = await old.pool.query<{ states: string }>(
    `select string_agg(distinct status, ' ') || ' ' || string_agg(distinct dispatch, ' ') as states from orders`,
  )
  expect(rows[0]?.states).toBe(
    'CANCELED COMPLETED FAILED PARTIAL PENDING PROCESSING REFILL REFUNDED accepted queued rejected review sending unknown',
  )
  expect(await migrate(old.url)).not.toEqual([])
  expect(await migrate(old.url)).toEqual([])
})

test('of which no row of the ledger is touched, and every invariant holds', async () => {
  expect(ledgerBefore.split('\n').length).toBeGreaterThan(100)
  expect(await readLedger()).toBe(ledgerBefore)
  const broken = (await checkInvariants(old.url)).filter(({ violations }) => violations > 0)
  expect(broken).toEqual([])
})

test("its customers sign in, find their orders and place new ones, and its providers' keys open", async () => {
  const product = await app.another({ databaseUrl: old.url })
  const body = { email: 'ann@example.com', password: 'fixture-password' }
  const { body: ann } = await product.call(login, { body })
  const { body: list } = await product.call(listOrders, { token: ann.token })
  expect(list.orders.length).toBeGreaterThan(3)
  const service = await makeService(product.ctx, { rate: '1' })
  const order = { service_id: service.id, link: 'https://example.com/after', quantity: 100 }
  expect((await product.call(createOrder, { token: ann.token, body: order })).status).toBe(201)
  const { rows } = await old.pool.query<{ id: number }>("select id from providers where slug = 'main-panel'")
  expect((await getProviderAccount(product.ctx, rows[0]?.id ?? 0)).key).toBe('key-of-main-panel')
  expect((await checkInvariants(old.url)).filter(({ violations }) => violations > 0)).toEqual([])
})
