import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeTestApp, type TestApp } from './app.ts'
import { countReads } from './count-reads.ts'
import { makeService, makeUser, type TestUser } from './factories.ts'
import { unhurried } from './unhurried.ts'

// Longer than most: each list with its filters is tested on one filled database, which takes longest.

const OWN = 12_000

let app: TestApp
let admin: TestUser
/**
 * All their rows are older than everyone else's, and so numerous that statistics of the newest suggest that all are
 * theirs.
 */
let old: TestUser
beforeAll(async () => {
  app = await makeTestApp({ poolMax: 1 })
  admin = await makeUser(app.ctx, { role: 'admin' })
  old = await makeUser(app.ctx)
  const others = [await makeUser(app.ctx), await makeUser(app.ctx)]
  const { id: serviceId } = await makeService(app.ctx)
  await unhurried(app.database.url, async (client) => {
    // The rows' references are correct: checking each would take most of the time.
    await client.query('set session_replication_role = replica')
    for (const { id } of [old, ...others]) {
      await client.query(orders, [id, OWN, serviceId])
      for (const fill of [lines, deposits, tickets]) await client.query(fill, [id, OWN])
    }
    await client.query(waiting)
    await client.query(ofKey, [old.id, KEY])
    // Of all rows: from a sample, the estimates of two plans for the same rows vary.
    await client.query('set default_statistics_target = 2000')
    await client.query('vacuum analyze')
  })
}, 300_000)
afterAll(() => app.drop())

/** Refunded, except the oldest, some of which were delivered manually. */
const REJECTED = 3_000

/** Rare rows are old; rows waiting to be sent are the newest. */
const orders = `
insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, rate, price, refill, cancel,
  status, dispatch, provider_id, provider_order, review_code, review_details)
select $1::int, n, $3, 'Followers', 'Default', 'https://example.com/' || n % 3000, 100, 1, 1, false, false,
  case when n <= 40 then 'FAILED' when n <= 80 then 'CANCELED' when n <= 120 then 'COMPLETED' when n <= ${REJECTED} then 'REFUNDED'
    when n > $2::int - 3000 then 'PENDING' else 'COMPLETED' end,
  case when n <= ${REJECTED} then 'rejected' when n > $2::int - 3000 then 'queued' else 'accepted' end,
  case when n between ${REJECTED} + 1 and $2::int - 3000 then 1 end,
  case when n between ${REJECTED} + 1 and $2::int - 3000 then $1::int || 'n' || n end,
  case when n between 100 and 119 then 'sending_unknown' end, case when n between 100 and 119 then '{}'::jsonb end
from generate_series(1, $2::int) n`

const KEY = '00000000-0000-4000-8000-000000000001'
/** The first customer's waiting orders were placed with an API key. */
const ofKey = `
with key as (insert into api_key_names (user_id, id, name) values ($1, $2::uuid, 'Key') returning user_id, id)
update orders set key_id = key.id from key where orders.user_id = key.user_id and status = 'PENDING'`

const waiting = `
insert into dispatch_queue (user_id, order_id) select user_id, id from orders where dispatch = 'queued' order by id`

const lines = `
insert into transactions (user_id, seq, type, from_account, to_account, amount, balance_after, actor_id)
select $1::int, n, 'bonus', 'adjustment', 'customer', 1, n, $1::int from generate_series(1, $2::int) n`

/** A customer who opened many deposits, abandoned some and paid the others. */
const deposits = `
insert into deposits (user_id, reference, gateway, payment_method, amount, status, opened_after, completed_at, review_code,
  review_details)
select $1::int, 'reference-' || $1::int || '-' || n, 'cryptomus', 'cryptomus', 1,
  case when n <= 100 then 'review' when n <= 200 then 'canceled' else 'completed' end, n,
  case when n > 200 then now() end, case when n <= 100 then 'never_finished' end, case when n <= 100 then '{}'::jsonb end
from generate_series(1, $2::int) n`

const tickets = `
insert into tickets (user_id, subject, category, status, last_sender, closed_at)
select $1::int, 'Subject', 'Other', case when n % 4 = 0 then 'open' else 'closed' end,
  case when n % 80 = 0 then 'user' else 'admin' end, case when n % 4 = 0 then null else now() end
from generate_series(1, $2::int) n`

/** The queries, their names, and the tables they read. */
const lists: Record<string, [string, string, string][]> = {
  orders: [
    ['all', '', 'true'],
    ['a status that most have', 'status=COMPLETED', `status = 'COMPLETED'`],
    ['a status that few have', 'status=FAILED', `status = 'FAILED'`],
    ['a status that none has', 'status=PARTIAL', 'false'],
    ['several statuses', 'status=FAILED,CANCELED', 'seq <= 80'],
    ['what was sent, of a status', 'dispatch=accepted&status=COMPLETED,FAILED', `dispatch = 'accepted'`],
    ['what was not taken', 'dispatch=rejected', `dispatch = 'rejected'`],
    ['what was not taken, of a status', 'dispatch=rejected&status=CANCELED', `status = 'CANCELED'`],
    ['what was taken and waits', 'dispatch=accepted&status=PENDING', 'false'],
    ['the same of an address', 'search=%EMAIL%&dispatch=accepted&status=PENDING', 'false'],
    ['the same of a key', 'key=%KEY%&dispatch=accepted&status=PENDING', 'false'],
    ['what waits for being sent', 'dispatch=queued', `dispatch = 'queued'`],
    ['what needs review', 'attention=true', 'seq between 100 and 119'],
    ['a link', 'search=https://example.com/90', 'seq % 3000 = 90'],
    ['a word', 'search=Followers', 'true'],
    ['an address', 'search=%EMAIL%', 'true'],
    ['an address, of a status', 'search=%EMAIL%&status=FAILED', `status = 'FAILED'`],
  ],
  transactions: [['all', '', 'true']],
  deposits: [
    ['all', '', 'true'],
    ['those that were paid', 'status=completed', `status = 'completed'`],
    ['those in review', 'status=review', `status = 'review'`],
    ['those that were canceled', 'status=canceled', `status = 'canceled'`],
    ['those that wait', 'status=pending', 'false'],
    ['what needs review', 'attention=true', `status = 'review'`],
  ],
  tickets: [
    ['all', '', 'true'],
    ['those that are open', 'status=open', `status = 'open'`],
    ['those that are closed', 'status=closed', `status = 'closed'`],
    ['those that wait', 'waiting=true', `status = 'open' and last_sender = 'user'`],
  ],
}
const asked = Object.entries(lists).flatMap(([noun, own]) =>
  own.map(([name, query, has]) => ({ noun, name, query, has })),
)

test.each(asked)(
  "an admin page of an old customer's $noun reads little more than itself, and so does the next: $name",
  async ({ noun, query, has }) => {
    // A ledger row, and a deposit that is not in the ledger.
    const both = `(select user_id, id from transactions union all
      select user_id, id from deposits where status <> 'completed') lines`
    const { rows } = await app.ctx.pool.query<{ id: string }>(
      `select id from ${noun === 'transactions' ? both : noun} where user_id = $1 and ${has} order by id desc limit 100`,
      [old.id],
    )
    const ids = rows.map(({ id }) => Number(id))
    const below = noun === 'transactions' ? 'before' : 'cursor'
    for (const at of [0, 50]) {
      let found: { id: number }[] = []
      const cost = await countReads(app.ctx.pool, async () => {
        const from = at === 0 ? '' : `&${below}=${ids[at - 1] ?? 1}`
        found = await get(noun, query + from)
      })
      expect(found.map(({ id }) => id)).toEqual(ids.slice(at, at + 50))
      expect(cost.rows).toBeLessThan(1_000)
      expect(cost.blocks).toBeLessThan(2_000)
    }
  },
)

async function get(noun: string, query: string): Promise<{ id: number }[]> {
  const answer = await read(noun, query)
  return answer[noun] ?? []
}

async function read(noun: string, query: string) {
  const own = query.replace('%EMAIL%', encodeURIComponent(old.email)).replace('%KEY%', KEY)
  const response = await fetch(`${app.url}/api/admin/${noun}?user_id=${old.id}&limit=50&${own}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(200)
  return JSON.parse(await response.text())
}

test.each(['status=PENDING,COMPLETED', 'status=PENDING,COMPLETED&search=%EMAIL%'])(
  'what was taken, of two statuses, is found behind thousands that wait, some hundred at a time: %s',
  async (query) => {
    const { rows } = await app.ctx.pool.query<{ id: string }>(
      `select id from orders where user_id = $1 and dispatch = 'accepted' order by id desc limit 50`,
      [old.id],
    )
    let answer: { orders: { id: number }[]; next_cursor: string | null } = { orders: [], next_cursor: '' }
    for (let step = 0; step < 10 && answer.orders.length < 50 && answer.next_cursor !== null; step += 1) {
      const below = answer.next_cursor === '' ? '' : `&cursor=${answer.next_cursor}`
      const cost = await countReads(app.ctx.pool, async () => {
        answer = await read('orders', `dispatch=accepted&${query}${below}`)
      })
      // 500 of each status, each read from an index and from the table.
      expect(cost.rows).toBeLessThan(2_500)
    }
    expect(answer.orders.map(({ id }) => id)).toEqual(rows.map(({ id }) => Number(id)))
  },
)

test('the few manually delivered orders are found among those of all customers', async () => {
  const { rows } = await app.ctx.pool.query<{ id: string }>(
    `select id from orders where status = 'COMPLETED' and dispatch = 'rejected' order by id desc limit 50`,
  )
  let found: number[] = []
  const cost = await countReads(app.ctx.pool, async () => {
    const path = '/api/admin/orders?dispatch=rejected&status=COMPLETED&limit=50'
    const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${admin.token}` } })
    found = JSON.parse(await response.text()).orders.map(({ id }: { id: number }) => id)
  })
  expect(found).toEqual(rows.map(({ id }) => Number(id)))
  expect(cost.rows).toBeLessThan(1_000)
})
