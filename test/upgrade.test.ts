import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '#contract/auth.ts'
import { sayCarried } from '#contract/codes.ts'
import { notificationCodes } from '#contract/notification-codes.ts'
import { orderEvents } from '#contract/order-events.ts'
import { createOrder } from '#contract/order-placing.ts'
import { listOrders } from '#contract/orders.ts'
import { english } from '#contract/words/en.ts'
import { migrate } from '#server/database/migrate.ts'
import { migrationsDir } from '#server/database/read-migrations.ts'
import { checkInvariants } from '#server/invariants/check-invariants.ts'
import { expireLeases, resolveUnknown } from '#server/orders/dispatching/resolve-unknown.ts'
import { listTransactions } from '#server/wallet/list-transactions.ts'
import { getProviderAccount } from '#server/providers/provider-account.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { makeTestDatabase, type TestDatabase } from './database.ts'
import { makeService } from './factories.ts'

/** A database that an earlier version filled, brought to today's schema as a start of the product does it. */
let old: TestDatabase
let app: TestApp
let ledgerBefore: string
let toldBefore: Told
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
  await tellSome()
  ledgerBefore = await readLedger()
  toldBefore = await readTold()
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

/** Sentences of earlier versions that the fixture has none of, and some that nobody's version wrote. */
const oldEvents: readonly [type: string, message: string, code: string, details: Record<string, unknown>][] =
  [
    ['status', 'Status Changed to PENDING', 'status', { to: 'PENDING' }],
    ['refund', 'Refunded $1,234,567.80', 'refund', { amount: 1_234_567.8 }],
    ['refund', 'Refunded $0.00000001', 'refund', { amount: 0.000_000_01 }],
    ['refill', 'Refill Rejected', 'refill', { ending: 'rejected' }],
    ['refill', 'Refill Not Confirmed', 'refill', { ending: 'given_up' }],
    ['staff', 'Looked at by user 3', 'staff', { decision: 'dismiss', by: 3 }],
    [
      'staff',
      "Released the provider's order id by user 3: by user 4: no",
      'staff',
      { decision: 'release', by: 3, reason: 'by user 4: no' },
    ],
    ['staff', 'Canceled by user 3: Asked', 'staff', { decision: 'cancel', by: 3, reason: 'Asked' }],
    ['staff', 'Phoned the provider', 'staff_note', { text: 'Phoned the provider' }],
    ['evidence', 'One id is near', 'staff_note', { text: 'One id is near' }],
    ['status', 'Status Changed to ODD', 'note', { text: 'Status Changed to ODD' }],
    ['created', 'Order made', 'note', { text: 'Order made' }],
  ]
const oldNotices: readonly [type: string, message: string, code: string, details: Record<string, unknown>][] =
  [
    ['other', 'Order #7 was canceled; what was not delivered was refunded', 'order_canceled_in_part', {}],
    [
      'other',
      'Your payment of $1,000.50 could not be credited. Please contact support.',
      'payment_refused',
      { amount: 1_000.5 },
    ],
    ['other', 'Order #7 is lost', 'note', { text: 'Order #7 is lost' }],
  ]

async function tellSome() {
  await old.pool.query(
    `insert into order_events (user_id, order_id, type, message)
     select user_id, id, type, message from unnest($1::text[], $2::text[]) as told (type, message),
       (select user_id, id from orders order by id limit 1) first`,
    [oldEvents.map(([type]) => type), oldEvents.map(([, message]) => message)],
  )
  await old.pool.query(
    `insert into notifications (user_id, type, message)
     select 2, type, message from unnest($1::text[], $2::text[]) as told (type, message)`,
    [oldNotices.map(([type]) => type), oldNotices.map(([, message]) => message)],
  )
}

/** What customers and staff were told, by its id. */
type Told = { events: Map<string, string>; notices: Map<string, string> }

async function readTold(): Promise<Told> {
  const read = async (table: string) => {
    const { rows } = await old.pool.query<{ id: bigint; message: string }>(`select id, message from ${table}`)
    return new Map(rows.map(({ id, message }) => [String(id), message]))
  }
  return { events: await read('order_events'), notices: await read('notifications') }
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

test('every line of a timeline has become its code, says what it said, and is a note where nobody knows it', async () => {
  const { rows } = await old.pool.query<{ id: bigint; code: string; details: Record<string, unknown> }>(
    'select id, type as code, details from order_events order by id',
  )
  const said = rows.map(({ id, ...row }) => [String(id), sayCarried(orderEvents, english.orderEvents, row)])
  expect(new Map(said as [string, string][])).toEqual(toldBefore.events) // each has a sentence, or this says which has none
  expect(rows.slice(-oldEvents.length).map(({ code, details }) => ({ code, details }))).toEqual(
    oldEvents.map(([, , code, details]) => ({ code, details })),
  )
  const ofFixture = rows.slice(0, -oldEvents.length).filter(({ code }) => code.endsWith('note'))
  expect(ofFixture.map(({ code }) => code)).toEqual(['staff_note'])
})

test('every notification has become its code, says what it said, and leads to what it is about', async () => {
  type Row = { id: bigint; code: string; details: object; order_id: bigint | null; deposit_id: bigint | null }
  const { rows } = await old.pool.query<Row>(
    'select id, code, details, order_id, deposit_id from notifications order by id',
  )
  const said = rows.map(({ id, code, details, order_id: orderId }) => {
    const carried = { ...details, ...(orderId !== null && { order_id: Number(orderId) }) }
    return [String(id), sayCarried(notificationCodes, english.notifications, { code, details: carried })]
  })
  expect(new Map(said as [string, string][])).toEqual(toldBefore.notices) // likewise
  expect(rows.slice(-oldNotices.length).map(({ code, details }) => ({ code, details }))).toEqual(
    oldNotices.map(([, , code, details]) => ({ code, details })),
  )
  const { rows: paid } = await old.pool.query<{ fits: boolean }>(
    `select (told.details ->> 'amount')::numeric * 100000000 = amount as fits
     from notifications told left join transactions on transactions.user_id = told.user_id
       and transactions.id = told.deposit_id and transactions.type = 'deposit'
     where code = 'payment_received'`,
  )
  expect(paid.length).toBeGreaterThan(10)
  expect(paid.filter(({ fits }) => fits !== true)).toEqual([])
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

test('and each of its lines is said from what it is, in the words that stand in it', async () => {
  const { ctx } = await app.another({ databaseUrl: old.url })
  const { rows } = await old.pool.query<{ id: bigint; user_id: number; description: string }>(
    'select id, user_id, description from transactions',
  )
  const said = new Map<number, string>()
  for (const userId of new Set(rows.map((row) => row.user_id)))
    for (let cursor: string | undefined; ;) {
      const page = await listTransactions(ctx, userId, { cursor, limit: 200 })
      for (const { id, status, description } of page.transactions)
        if (status === 'completed') said.set(id, description)
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
  expect(said).toEqual(new Map(rows.map(({ id, description }) => [Number(id), description])))
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
