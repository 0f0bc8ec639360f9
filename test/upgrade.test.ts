import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { login } from '#contract/users/auth.ts'
import { sayCarried } from '#contract/base/codes.ts'
import { notificationCodes } from '#contract/messaging/notification-codes.ts'
import { orderEvents } from '#contract/orders/order-events.ts'
import { createOrder } from '#contract/orders/order-placing.ts'
import { listOrders } from '#contract/orders/orders.ts'
import { english } from '#contract/words/en.ts'
import { grantToProduct } from '#server/lib/postgres/grant-to-product.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { expireLeases, resolveUnknown } from '#server/modules/orders/dispatch/resolve-unknown.ts'
import { listTransactions } from '#server/modules/ledger/list-transactions.ts'
import { getProviderAccount } from '#server/modules/providers/accounts/provider-account.ts'

import { makeTestApp, type TestApp } from './app.ts'
import type { TestDatabase } from './database.ts'
import { makeService } from './factories.ts'
import { makeOldDatabase, oldKey, readTold, type Told } from './old-database.ts'

/** What each earlier version left: its schema, the states that its orders were in, and a key that it kept. */
const versions = [
  {
    filledBy: '0007',
    states:
      'CANCELED COMPLETED FAILED PARTIAL PENDING PROCESSING REFILL REFUNDED accepted queued rejected review sending unknown',
    key: { slug: 'main-panel', opens: 'key-of-main-panel' },
  },
  {
    filledBy: '0022',
    states:
      'CANCELED COMPLETED FAILED PARTIAL PENDING PROCESSING REFILL REFUNDED accepted queued rejected review unknown',
    key: { slug: 'provider-1', opens: expect.stringMatching(/^[0-9a-f]{32}$/) },
  },
]

/** A database that an earlier version filled, brought to today's schema as a start of the product does it. */
describe.each(versions)('a database filled by $filledBy', ({ filledBy, states, key }) => {
  let old: TestDatabase
  let app: TestApp
  let ledgerBefore: string
  let toldBefore: Told
  let awaitedBefore: Awaited[]

  beforeAll(async () => {
    old = await makeOldDatabase(filledBy)
    ledgerBefore = await readLedger(old)
    toldBefore = await readTold(old)
    awaitedBefore = await readAwaited(
      old,
      `select id, 'order' as kind, check_at as at from orders
     where dispatch = 'accepted' and status in ('PENDING', 'PROCESSING')
     union all select order_id, 'refill', check_at from refills where state in ('asking', 'pending', 'unknown')`,
    )
    app = await makeTestApp({ env: oldKey })
  })
  afterAll(async () => {
    await app.drop()
    await old.drop()
  })

  test('has an order in every state, and migrates, with every constraint and index of use in the end', async () => {
    const { rows } = await old.pool.query<{ states: string }>(
      `select string_agg(distinct status, ' ') || ' ' || string_agg(distinct dispatch, ' ') as states from orders`,
    )
    expect(rows[0]?.states).toBe(states)
    expect(await migrate(old.url)).not.toEqual([])
    expect(await migrate(old.url)).toEqual([])
    expect(await grantToProduct({ ownerUrl: old.url, productUrl: old.product.url })).toBe(true)
    const unfinished = await old.pool.query(
      `select conname::text as name from pg_constraint where not convalidated
       union all select indexrelid::regclass::text from pg_index where not indisvalid`,
    )
    expect(unfinished.rows).toEqual([])
  })

  test('every line of a timeline and every notification has become its code, and says what it said', async () => {
    type Row = { id: bigint; code: string; details: Record<string, unknown>; order_id: bigint | null }
    const read = async (columns: string) => (await old.pool.query<Row>(`select id, details, ${columns}`)).rows
    const events = (await read('type as code, order_id from order_events')).map(({ id, code, details }) => [
      String(id),
      sayCarried(orderEvents, english.orderEvents, { code, details }),
    ])
    expect(new Map(events as [string, string][])).toEqual(toldBefore.events) // each has a sentence, or this says which has none
    const notices = (await read('code, order_id from notifications')).map(
      ({ id, code, details, order_id: orderId }) => {
        const carried = { ...details, ...(orderId !== null && { order_id: Number(orderId) }) }
        return [String(id), sayCarried(notificationCodes, english.notifications, { code, details: carried })]
      },
    )
    expect(new Map(notices as [string, string][])).toEqual(toldBefore.notices) // likewise
  })

  test('no row of the ledger is touched, and every invariant holds', async () => {
    expect(ledgerBefore.split('\n').length).toBeGreaterThan(100)
    expect(await readLedger(old)).toBe(ledgerBefore)
    const broken = (await checkInvariants(old.url)).filter(({ violations }) => violations > 0)
    expect(broken).toEqual([])
  })

  test('what its providers were asked about is asked about still, each at its time', async () => {
    expect(new Set(awaitedBefore.map(({ kind }) => kind))).toEqual(new Set(['order', 'refill']))
    expect(await readAwaited(old, 'select order_id as id, kind, due_at as at from check_queue')).toEqual(
      awaitedBefore,
    )
  })

  test('each line of it is said from what it is, in the words that stand in it', async () => {
    const { ctx } = await app.another({ databaseUrl: old.product.url })
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
    const { ctx } = await app.another({ databaseUrl: old.product.url })
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
    const product = await app.another({ databaseUrl: old.product.url })
    const body = { email: 'ann@example.com', password: 'fixture-password' }
    const { body: ann } = await product.call(login, { body })
    const { body: list } = await product.call(listOrders, { token: ann.token })
    expect(list.orders.length).toBeGreaterThan(3)
    const service = await makeService(product.ctx, { rate: '1' })
    const order = { service_id: service.id, link: 'https://example.com/after', quantity: 100 }
    expect((await product.call(createOrder, { token: ann.token, body: order })).status).toBe(201)
    const { rows } = await old.pool.query<{ id: number }>('select id from providers where slug = $1', [
      key.slug,
    ])
    expect((await getProviderAccount(product.ctx, rows[0]?.id ?? 0)).key).toEqual(key.opens)
    expect((await checkInvariants(old.url)).filter(({ violations }) => violations > 0)).toEqual([])
  })
})

/** What a provider is asked about, and when next. */
type Awaited = { id: bigint; kind: string; at: Date }

async function readAwaited({ pool }: TestDatabase, query: string): Promise<Awaited[]> {
  const { rows } = await pool.query<Awaited>(`select * from (${query}) awaited order by id, kind`)
  return rows
}

/** Every column that the old schema had, byte for byte. */
async function readLedger({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws('|', user_id, id, seq, type, from_account, to_account, amount, signed_amount, balance_after,
       description, coalesce(payment_method, '~'), coalesce(reference_id, '~'), coalesce(order_id, 0),
       coalesce(deposit_id, 0), coalesce(actor_id, 0), extract(epoch from created_at)) as line
     from transactions order by user_id, id`,
  )
  return rows.map(({ line }) => line).join('\n')
}
