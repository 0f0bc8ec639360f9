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
import { expireLeases, resolveUnknown } from '#server/orders/dispatching/resolve-unknown.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { makeTestDatabase, type TestDatabase } from './database.ts'
import { makeService } from './factories.ts'

/** A database that an earlier version filled, brought to today's schema as a start of the product does it. */
let old: TestDatabase
let app: TestApp
let ledgerBefore: string
let awaitedBefore: Awaited[]

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
  await flagSome()
  ledgerBefore = await readLedger()
  awaitedBefore = await readAwaited(
    `select id, 'order' as kind, check_at as at from orders
     where dispatch = 'accepted' and status in ('PENDING', 'PROCESSING')
     union all select order_id, 'refill', check_at from refills where state in ('asking', 'pending', 'unknown')`,
  )
  app = await makeTestApp({ env: { SECRET_KEY: 'the key of a fixture, of no use elsewhere' } })
})
afterAll(async () => {
  await app.drop()
  await old.drop()
})

/** What the sentences of earlier versions become. */
const oldFlags: readonly [flag: string, code: string, details: Record<string, unknown>][] = [
  ['No provider for this service', 'no_provider', {}],
  ['Not sent: the connection was refused', 'not_sent', { error: 'the connection was refused' }],
  ['Refused by the provider: Not enough funds', 'refused', { error: 'Not enough funds' }],
  ['It is not known whether the provider took it: reset', 'reply_awaited', { error: 'reset' }],
  [
    'The provider answered with its order 7, which belongs to order 12',
    'id_of_other_order',
    { provider_order: '7', held_by: 12 },
  ],
  [
    'Sending 2: Taken by the provider as its order 9 after this was decided otherwise',
    'accepted_too_late',
    { number: 2, provider_order: '9' },
  ],
  [
    "It held the provider's order 5 by mistake: what became of it is not known",
    'id_released',
    { provider_order: '5' },
  ],
  ['The provider left this order out of its answer', 'left_out', {}],
  ['The provider says of this order: Incorrect order ID', 'told_error', { error: 'Incorrect order ID' }],
  ['The provider uses an unknown status: Odd', 'unknown_status', { status: 'Odd' }],
  [
    'The provider says canceled and that 4 remain, in a measure of its own',
    'foreign_measure',
    { status: 'canceled', remains: 4 },
  ],
  [
    'The provider says canceled, that 4 of 9 remain, and a charge that does not fit',
    'canceled_charge_unfit',
    { remains: 4, whole: 9 },
  ],
  ['After its end, the provider says: Canceled', 'after_end', { status: 'Canceled' }],
  ['It is not known whether a refill was taken: reset', 'refill_unknown', { error: 'reset' }],
  ['Somebody wrote this', 'note', { text: 'Somebody wrote this' }],
]

/** Orders that ended, so that nothing moves when they say why. */
async function flagSome() {
  await old.pool.query(
    `with told as (select * from unnest($1::text[]) with ordinality as told (flag, place)),
       ended as (select user_id, id, row_number() over (order by id) as place from orders where status = 'COMPLETED' and flag is null)
     update orders set flag = told.flag from told join ended using (place)
     where orders.user_id = ended.user_id and orders.id = ended.id`,
    [oldFlags.map(([flag]) => flag)],
  )
}

/** What a provider is asked about, and when next. */
type Awaited = { id: bigint; kind: string; at: Date }

async function readAwaited(query: string): Promise<Awaited[]> {
  const { rows } = await old.pool.query<Awaited>(`select * from (${query}) awaited order by id, kind`)
  return rows
}

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

test('every sentence of why a person should look has become its code, and what is in review has one', async () => {
  const { rows } = await old.pool.query<{ code: string; details: unknown }>(
    `select review_code as code, review_details as details from orders
     where status = 'COMPLETED' and review_code is not null order by id`,
  )
  const ofFixture = { code: 'refill_unknown', details: { error: 'The provider answered HTTP 500' } }
  expect(rows).toEqual([...oldFlags.map(([, code, details]) => ({ code, details })), ofFixture])
  const { rows: others } = await old.pool.query<{ code: string }>(
    `select distinct review_code as code from orders where dispatch = 'review'
     union all select distinct review_code from deposits where status = 'review' order by code`,
  )
  expect(others.map(({ code }) => code)).toEqual(['held_back', 'sending_unknown', 'underpaid'])
})

test('of which no row of the ledger is touched, and every invariant holds', async () => {
  expect(ledgerBefore.split('\n').length).toBeGreaterThan(100)
  expect(await readLedger()).toBe(ledgerBefore)
  const broken = (await checkInvariants(old.url)).filter(({ violations }) => violations > 0)
  expect(broken).toEqual([])
})

test('what its providers were asked about is asked about still, each at its time', async () => {
  expect(new Set(awaitedBefore.map(({ kind }) => kind))).toEqual(new Set(['order', 'refill']))
  expect(await readAwaited('select order_id as id, kind, due_at as at from check_queue')).toEqual(
    awaitedBefore,
  )
})

test('what it was sending goes to a person, and what it had queued is still queued', async () => {
  const { ctx } = await app.another({ databaseUrl: old.url })
  const waiting = async () => {
    const { rows } = await old.pool.query<{ id: bigint; state: string; tries: number | null }>(
      `select id, tries, case when dispatch = 'queued' and token is not null then 'sending' else dispatch end as state
       from orders left join dispatch_queue place on place.user_id = orders.user_id and place.order_id = orders.id
       where status = 'PENDING' and dispatch <> 'accepted' order by id`,
    )
    return rows
  }
  const letTimePass = () =>
    old.pool.query(
      `update dispatch_queue set lease_until = now() - interval '1 second' where lease_until is not null`,
    )
  const before = await waiting()
  expect([...new Set(before.map(({ state }) => state))].toSorted()).toEqual([
    'queued',
    'review',
    'sending',
    'unknown',
  ])
  expect(before.filter(({ tries }) => tries === null)).toEqual([])
  await letTimePass()
  await expireLeases(ctx)
  await letTimePass()
  await resolveUnknown(ctx)
  expect(await waiting()).toEqual(
    before.map((order) => ({ ...order, state: order.state === 'queued' ? 'queued' : 'review' })),
  )
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
