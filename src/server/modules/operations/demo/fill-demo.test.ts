import { afterAll, beforeAll, expect, test } from 'vitest'

import { getFigures } from '#contract/reports/reports.ts'
import { login, setup } from '#contract/users/auth.ts'
import { control } from '#sandbox/call-sandbox.ts'
import { type SandboxGateway, startSandboxGateway } from '#sandbox/gateway/start-gateway.ts'
import { type SandboxProvider, startSandboxProvider } from '#sandbox/provider/start-provider.ts'
import { prepareProduct } from '#server/boot/prepare-product.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { readToday } from '#server/modules/reports/read-today.ts'
import { makeDayCounter } from '#server/modules/reports/counting/count-days.ts'
import { makeDeliveryCounter } from '#server/modules/reports/delivery/count-deliveries.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

import { demoPeople, demoStaff } from './demo-people.ts'
import { demoTickets } from './demo-ticket-texts.ts'

// Longer than most: the demo is filled once, and everything in it is checked here.

let app: TestApp
let provider: SandboxProvider
let gateway: SandboxGateway
/** Rows after a fill whose connection ended in its last scene, as when the process is killed. */
let left: number[]
let died: unknown

/** What a fill writes, from first to last. */
const filled = ['users', 'orders', 'transactions', 'deposits', 'tickets', 'audit_log', 'announcements']

beforeAll(async () => {
  app = await makeTestApp({ env: { SANDBOX: 'on' } })
  provider = await startSandboxProvider()
  gateway = await startSandboxGateway()
  const { pool } = app.database
  await pool.query(`
    create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger die before insert on audit_log for each row when (new.action = 'user.invite') execute function die()`)
  died = await fill().then(undefined, String)
  left = await Promise.all(filled.map(countOf))
  await pool.query('drop function die cascade')
  await fill()
})
afterAll(async () => {
  await provider.stop()
  await gateway.stop()
  await app.drop()
})

async function fill(ctx = app.ctx) {
  return prepareProduct(ctx, { demo: true, sandbox: addresses(), say: () => undefined })
}

function addresses() {
  const mailbox = { url: provider.url, smtpPort: 1 } // is only stored
  const { others, ...own } = gateway
  return { provider, gateway: { ...own, speaks: 'cryptomus' }, others, mailbox }
}

async function rowsOf<Row extends object>(query: string): Promise<Row[]> {
  return (await app.database.pool.query<Row>(query)).rows
}

/** Counts the rows of a table, with a condition on it. */
async function countOf(from: string): Promise<number> {
  return (await rowsOf<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0
}

const broken = async () =>
  (await checkInvariants(app.database.url)).filter(({ violations }) => violations > 0)

test('its figures are counted before the first page is read', async () => {
  const { counted_until: countedUntil, days } = await readToday(app.ctx)
  expect(Date.now() - (countedUntil?.getTime() ?? 0)).toBeLessThan(5 * 60_000)
  expect(days.filter(({ orders }) => orders > 0).length).toBeGreaterThanOrEqual(13)
  expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
  expect(await countOf('service_outcomes where cardinality(outcomes) >= 10')).toBeGreaterThan(10)
})

test('agrees with the ledger, before and after its days are counted', async () => {
  expect(await broken()).toEqual([])
  const countDays = makeDayCounter(app.ctx)
  while ((await countDays()) !== false);
  const countDeliveries = makeDeliveryCounter(app.ctx)
  while ((await countDeliveries()) !== false);
  expect(await broken()).toEqual([])
})

test('every day of the month has orders, more on Fridays than on Sundays, and some services sell best', async () => {
  const days = await rowsOf<{ orders: number }>('select orders::int from daily_totals order by day')
  expect(days.length).toBeGreaterThanOrEqual(30)
  // The first and last day are incomplete.
  expect(days.slice(1, -1).every(({ orders }) => orders > 5)).toBe(true)
  const [shape] = await rowsOf<{ friday: number; sunday: number }>(
    `select avg(orders) filter (where extract(dow from day) = 5)::float8 as friday,
       avg(orders) filter (where extract(dow from day) = 0)::float8 as sunday from daily_totals`,
  )
  expect(shape?.friday).toBeGreaterThan(shape?.sunday ?? Infinity)
  expect(
    await countOf('(select from daily_services group by service_id having sum(orders) > 9) best'),
  ).toBeGreaterThan(10)
})

test('services that sell have a measured time and a share completed', async () => {
  expect(await countOf('delivery_times where delivery is not null')).toBeGreaterThan(10)
  expect(await countOf('service_outcomes where cardinality(outcomes) >= 10')).toBeGreaterThan(10)
})

test('has orders in every state, some under way that the provider knows as they are, and two in review', async () => {
  const states = await rowsOf<{ status: string }>('select distinct status from orders order by 1')
  expect(states.map(({ status }) => status)).toEqual(
    'CANCELED COMPLETED FAILED PARTIAL PENDING PROCESSING REFILL REFUNDED'.split(' '),
  )
  expect(await countOf(`orders where dispatch = 'review' and review_code = 'sending_unknown'`)).toBe(2)
  const open = await rowsOf<{ id: string; remains: number; status: string }>(
    `select provider_order as id, remains::int, status from orders
     where dispatch = 'accepted' and status in ('PENDING', 'PROCESSING') and created_at < now() - interval '5 minutes'`,
  )
  expect(open.length).toBeGreaterThan(6)
  for (const { id, remains, status } of open) {
    const { body } = await control(provider.url, `orders/${id}`)
    const there = body as { status: string; remains: number } // the sandbox's own answer
    expect(there.status).toBe(status === 'PENDING' ? 'Pending' : 'In progress')
    // Delivered slowly, over hours.
    expect(remains - there.remains).toBeLessThan(remains / 5 + 2)
  }
})

test.each([
  ['customers', `users where role = 'user' and password_hash is not null`, 40],
  [
    'registrations of the last week',
    `users where role = 'user' and created_at > now() - interval '7 days'`,
    5,
  ],
  ['a blocked customer', `users where status = 'blocked'`, 1],
  ['an invited user', `users where password_hash is null`, 1],
  ['staff for support only', `users where permissions = '{support}'`, 1],
  [
    'staff with a limit of refunds',
    `users where refund_limit is not null and 'refund' = any (permissions)`,
    1,
  ],
  ['open tickets that wait for staff', `tickets where status = 'open' and last_sender = 'user'`, 3],
  ['open tickets that were answered', `tickets where status = 'open' and last_sender = 'admin'`, 2],
  ['closed tickets', `tickets where status = 'closed'`, 3],
  ['notes of staff', 'ticket_notes', 2],
  [
    'the demo customer’s tickets',
    `tickets join users on users.id = user_id where email = 'demo@example.com'`,
    2,
  ],
  ['open deposits', `deposits where status = 'pending'`, 2],
  ['deposits in review', `deposits where status = 'review'`, 2],
  ['refused transfers', `transfers where refusal is not null`, 1],
  ['credited transfers', `deposits where gateway = 'manual-demo-bank' and status = 'completed'`, 2],
  ['an entered payment', `deposits where gateway = 'manual' and status = 'completed'`, 1],
  [
    'gateways',
    `(select from deposits where status = 'completed' group by gateway having count(*) > 1) one`,
    4,
  ],
  ['mass orders', 'mass_order_ranges', 3],
  ['refills', `refills where state = 'completed'`, 3],
  ['refills under way', `refills where state in ('asking', 'pending')`, 1],
  ['partly refunded orders', `orders where status = 'COMPLETED' and refunded between 1 and price - 1`, 1],
  [
    'favourites of the demo customer',
    `favourites join users on users.id = user_id where email = 'demo@example.com'`,
    4,
  ],
  ['custom rates', 'custom_rates', 1],
  ['a discount', 'accounts where discount_basis_points > 0', 1],
  ['API keys', 'api_keys', 1],
  ['messages of the contact form', 'contact_messages', 1],
  ['announcements', 'announcements', 2],
  ['a provider with little left', 'providers where is_balance_low', 1],
  ['days of the provider’s balance', 'provider_balances', 29],
  ['actions of staff', 'audit_log', 30],
  ['members of staff who acted', '(select from audit_log group by actor_id) one', 3],
  [
    'unread notifications of the demo customer',
    `notifications join users on users.id = user_id where email = 'demo@example.com' and not is_read`,
    1,
  ],
])('has %s', async (_what, from, least) => {
  expect(await countOf(from)).toBeGreaterThanOrEqual(least)
})

test('actions of staff are in the order of their times', async () => {
  expect(
    await countOf(
      '(select created_at, lag(created_at) over (order by number) as before from audit_log) one where created_at < before',
    ),
  ).toBe(0)
})

test('lists by id are in the order of time: the ledger, deposits and notifications', async () => {
  for (const [table, per] of [
    ['transactions', ''],
    ['deposits', ''],
    ['notifications', 'partition by user_id'],
    ['orders', ''],
  ])
    expect([
      table,
      await countOf(
        `(select created_at, lag(created_at) over (${per} order by id) as before from ${table}) one
         where created_at < before - interval '5 minutes'`,
      ),
    ]).toEqual([table, 0])
})

test('its bank transfer is listed below the gateways, which stay the first choice', async () => {
  const { payment_methods: methods } = await app.ctx.settings.read()
  expect(methods.map(({ id }) => id)).toEqual(expect.arrayContaining(['card', 'cryptomus']))
  expect(methods.at(-1)?.id).toBe('manual-demo-bank')
})

test('nobody can sign in as an invented person, and all addresses are examples', async () => {
  expect(await countOf(`users where email not like '%@example.com'`)).toBe(0)
  const known = `('demo@example.com')`
  expect(
    await countOf(
      `(select distinct password_hash from users where email not in ${known} and password_hash is not null) one`,
    ),
  ).toBe(1)
})

test("nobody starts with a month's unread notifications", async () => {
  expect(await countOf(`notifications where not is_read and created_at < now() - interval '2 days'`)).toBe(0)
})

test('no invented figure is shown to visitors', async () => {
  expect((await app.call(getFigures)).body).toEqual({ orders: 0, completed: 0, start_times: [] })
})

test("its staff don't count as a first admin: the setup link still works", async () => {
  const { setupUrl = '' } = await fill()
  const token = setupUrl.split('/').at(-1)
  const body = { token, name: 'Ann', email: 'owner@example.com', password: 'Kestrel-harbour-4417!' }
  expect((await app.call(setup, { body })).status).toBe(201)
  expect((await fill()).setupUrl).toBeUndefined()
})

test('a killed fill leaves nothing, and the next start creates all of it once', async () => {
  expect(died).toMatch('terminat')
  expect(left).toEqual(filled.map(() => 0))
  expect(await countOf(`users where email <> 'owner@example.com'`)).toBe(
    demoPeople.length + Object.keys(demoStaff).length + 1,
  )
  expect(await countOf('tickets')).toBe(demoTickets.length)
  expect(await countOf('announcements')).toBe(2)
  expect(await countOf(`audit_log where action = 'user.invite'`)).toBe(1)
})

test('a second start adds nothing, and changes the password if one is given', async () => {
  const counts = () => Promise.all([...filled, 'notifications'].map(countOf))
  const before = await counts()
  const email = 'demo@example.com'
  expect((await fill()).demo).toEqual({ email })
  expect(await counts()).toEqual(before)
  const statusOf = async (password: string) => (await app.call(login, { body: { email, password } })).status
  const start = (demoPassword: string) => fill({ ...app.ctx, config: { ...app.ctx.config, demoPassword } })
  for (const password of ['a long password', 'another password'])
    expect((await start(password)).demo).toEqual({ email, password })
  // Without one it keeps the password.
  expect((await fill()).demo).toEqual({ email })
  expect([await statusOf('a long password'), await statusOf('another password')]).toEqual([401, 200])
})

test('a demo customer who was deleted comes back without a second shop', async () => {
  const orders = await countOf('orders')
  await app.database.pool.query(
    `update users set email = 'gone@example.com' where email = 'demo@example.com'`,
  )
  expect((await fill()).demo?.password).toEqual(expect.any(String))
  expect([await countOf('orders'), await countOf(`users where email = 'demo@example.com'`)]).toEqual([
    orders,
    1,
  ])
})
