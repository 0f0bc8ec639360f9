import { afterAll, beforeAll, expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'

import { makeTestApp, type TestApp } from './app.ts'
import { countReads } from './count-reads.ts'
import { makeUser } from './factories.ts'
import { fillShop, shopKey } from './fill-shop.ts'

// Longer than most: every admin list with each of its filters is tested on one filled database, which takes
// longest.

let app: TestApp
let token: string
beforeAll(async () => {
  // One connection: it reports its reads when it is asked.
  app = await makeTestApp({ poolMax: 1 })
  await fillShop(app.database.pool)
  token = (await makeUser(app.ctx, { role: 'admin' })).token
}, 300_000)
afterAll(() => app.drop())

/** Each admin list, by its path, with its queries. */
const lists: Record<string, Record<string, string>> = {
  '/api/admin/users': {
    all: '',
    'the last page of them': 'page=10',
    'a name that one has': 'search=Common c4ca4238a0b9',
    'a part of a name that few have': 'search=Seldom',
    'a part that all have': 'search=example.com',
    'a part that nobody has': 'search=nobody at all',
    'one letter': 'search=c',
    'two that nobody begins with': 'search=zz',
    'an id': 'search=20321',
    'the few that are blocked': 'status=blocked',
    'the fewer that are staff': 'role=admin',
    'those below an id': 'before=15000',
    'the blocked ones by balance': 'sort=balance&status=blocked',
  },
  '/api/admin/orders': {
    all: '',
    'those below an id': 'cursor=60000',
    ...Object.fromEntries(
      ['PENDING', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'REFILL', 'CANCELED', 'REFUNDED', 'FAILED'].flatMap(
        (status) => [
          [status, `status=${status}`],
          [`${status} below an id`, `status=${status}&cursor=30000`],
        ],
      ),
    ),
    'those that are open': 'status=PENDING,PROCESSING,REFILL',
    'those that failed': 'status=FAILED,CANCELED,REFUNDED',
    ...Object.fromEntries(
      ['queued', 'sending', 'accepted', 'rejected', 'unknown', 'review'].map((state) => [
        `the sending being ${state}`,
        `dispatch=${state}`,
      ]),
    ),
    'those taken, of a status that few have': 'dispatch=accepted&status=FAILED',
    'those taken that wait': 'dispatch=accepted&status=PENDING',
    'those not taken, of a status': 'dispatch=rejected&status=CANCELED',
    'what needs review': 'attention=true',
    "one customer's": 'user_id=400',
    "one customer's by status": 'user_id=400&status=COMPLETED',
    "one customer's by status that is none of theirs": 'user_id=400&status=FAILED',
    "a key's": `key=${shopKey}`,
    "a key's by status": `key=${shopKey}&status=FAILED`,
    "a key's that need review": `key=${shopKey}&attention=true`,
    "a key's by a part of the link": `key=${shopKey}&search=nothing`,
    "a service's": 'service_id=1',
    "a service's by status": 'service_id=1&status=FAILED',
    "a service's that were rejected": 'service_id=1&dispatch=rejected',
    "a provider's": 'provider_id=1',
    "a provider's by status": 'provider_id=1&status=REFUNDED',
    "a provider's of another service": 'provider_id=1&service_id=2',
    "a provider's that need review": 'provider_id=1&attention=true',
    "a provider's that are queued": 'provider_id=1&dispatch=queued',
    "a provider's by a word": 'provider_id=1&search=nobody at all',
    "a customer's of a service by status": 'user_id=400&service_id=1&status=FAILED',
    "a key's of another service": `key=${shopKey}&service_id=2`,
    "a customer's at a provider that has none of theirs": 'user_id=400&provider_id=2',
    "a customer's at a provider whose answer is not clear": 'user_id=400&provider_id=1&dispatch=review',
    'of an unknown key': 'key=00000000-0000-4000-8000-000000000009',
    'an id': 'search=62345',
    "a provider's id": 'search=f62349',
    "a provider's id in digits without a match": 'search=99999999',
    'a whole address': 'search=e4da3b7fbb@example.com',
    "an address's beginning": 'search=e4da3b7@',
    'an address that nobody has': 'search=nobody@example.com',
    "an address's end, which all have": 'search=@example.com',
    'a link': 'search=https://example.com/a87ff679a2f3e71d9181a67b7542122c',
    'a link without its beginning': 'search=example.com/a87ff679a2f3e71d9181a67b7542122c',
    'a part of a link that one has': 'search=a87ff679a2f3e71d',
    'a part that all have': 'search=example.com/',
    'a part that none has': 'search=nobody at all',
    'a part of the name of a service': 'search=Follow',
    "one customer's by a part of the link": 'user_id=400&search=nothing',
    'a part that none has, in a status': 'search=nobody at all&status=PENDING',
  },
  '/api/admin/transactions': {
    all: '',
    'the last page of them': 'page=6',
    'an id': 'search=27777',
    "a customer's whole address": 'search=e4da3b7fbb@example.com',
    'a part of a name that all have': 'search=Common',
    'a reference': 'search=reference-8000',
    'what nobody has': 'search=nobody at all',
    "one customer's": 'user_id=400',
    'those below an id': 'before=15000',
  },
  '/api/admin/deposits': {
    all: '',
    'those below an id': 'cursor=500',
    'pending ones': 'status=pending',
    'completed ones': 'status=completed',
    'canceled ones': 'status=canceled',
    'those in review': 'status=review',
    'what needs review': 'attention=true',
    "one customer's": 'user_id=400',
    "one customer's in a status that is none of theirs": 'user_id=402&status=review',
  },
  '/api/admin/gateway-events': { all: '', 'those below an id': 'cursor=500' },
  '/api/admin/tickets': {
    all: '',
    'those that are open': 'status=open',
    'those that are closed': 'status=closed',
    'those that wait': 'waiting=true',
    "one customer's": 'user_id=400',
    "one customer's that are closed": 'user_id=400&status=closed',
  },
  '/api/admin/api-keys': {
    all: '',
    "one customer's": 'search=400',
    'a whole address': 'search=e4da3b7fbb@example.com',
  },
  '/api/admin/announcements': { all: '' },
  '/api/admin/services': { all: '', 'what none has': 'search=nobody at all' },
  '/api/admin/providers/:id/changes': { all: '', 'what none has': 'search=nobody at all' },
}

/** All other lists, with the query that their page sends first. */
const others = endpoints
  .map(({ endpoint }) => endpoint)
  .filter(({ access, method, answer: { schema } }) => {
    const isList = /next_cursor|pagination/.test(JSON.stringify(schema?.def ?? {}))
    return isList && access === 'admin' && method === 'GET'
  })
  .filter(({ path }) => lists[path] === undefined)
  .map(({ path }) => [path, 'all', ''] as const)

const asked = Object.entries(lists)
  .flatMap(([path, own]) => Object.entries(own).map(([what, query]) => [path, what, query] as const))
  .concat(others)

test.each(asked)('with 150,000 orders %s reads fewer than 1,000 rows for %s', async (path, _, query) => {
  const read = await reading(() => get(`${path.replace(':id', '1')}?${query}`))
  expect(read.rows).toBeLessThan(1_000)
  expect(read.blocks).toBeLessThan(BLOCKS)
})

// No index has the sums, which each order changes, or when users were seen: one scan keeps the first rows.
test.each([
  ['by balance', 'sort=balance'],
  ['by balance, the lowest first', 'sort=balance&direction=ascending'],
  ['the last page by what they spent', 'sort=spent&page=6'],
  ['by when they were seen', 'sort=seen'],
])('users sorted %s read each of 50,000 accounts at most once, and no order', async (_, query) => {
  const { rows } = await app.ctx.pool.query('select count(*)::int as users from users')
  const read = await reading(() => get(`/api/admin/users?${query}`))
  expect(read.rows).toBeLessThan(2 * rows[0].users + 1_000)
  // Read in the order of the table's pages, not row by row through an index.
  expect(read.blocks).toBeLessThan(5_000)
})

test('at any age, an order is found by its id, its link in any spelling, and its id at the provider', async () => {
  const link = 'https://example.com/a87ff679a2f3e71d9181a67b7542122c'
  const [order] = (await get(`/api/admin/orders?search=${link}`)).orders
  expect(order).toMatchObject({ link, status: 'PENDING' })
  const { rows } = await app.ctx.pool.query(
    `select provider_orders.provider_order from provider_orders where order_id < 1000 limit 1`,
  )
  const { provider_order: named } = rows[0]
  for (const [search, found] of [
    [`#${order.id}`, link],
    [`Example.com/A87ff679A2F3e71d9181a67b7542122c/`, link],
    [named, expect.any(String)],
  ])
    expect((await get(`/api/admin/orders?${new URLSearchParams({ search })}`)).orders).toEqual([
      expect.objectContaining({ link: found }),
    ])
})

test('a word that is in none of the newest is searched in older ones, page by page', async () => {
  const first = await get('/api/admin/orders?search=nobody at all')
  expect(first).toMatchObject({ orders: [], next_cursor: expect.stringMatching(/^\d+$/) })
  const next = await get(`/api/admin/orders?search=nobody at all&cursor=${first.next_cursor}`)
  expect(Number(first.next_cursor) - Number(next.next_cursor)).toBe(500)
  expect((await get('/api/admin/orders?search=nobody at all&cursor=100')).next_cursor).toBeNull()
})

/** Finding a row reads a few blocks: one per level of each index, and the row's own. */
const BLOCKS = 1_500

async function get(path: string): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return response.json()
}

const reading = (work: () => Promise<unknown>) => countReads(app.ctx.pool, work)

const ofDashboard = ['overview', 'stats', 'reports/money?by=day', 'first-steps']

test('the dashboard sums 50,000 accounts once in a while, however many users open it', async () => {
  const look = async () => {
    for (const path of ofDashboard) await get(`/api/admin/${path}`)
  }
  await look()
  await look() // large shops are cached from the second view on
  // The sum is cached for some seconds, which a busy machine may take between two views.
  await expect.poll(async () => (await reading(look)).rows, { timeout: 60_000 }).toBeLessThan(1_000)
  // Each uncached: only through indexes, a few blocks (measured: 1 to 444 rows, 3 to 23 blocks).
  for (const path of ofDashboard) {
    const cost = async () => (await reading(() => get(`/api/admin/${path}`))).blocks
    await expect.poll(cost, { timeout: 60_000 }).toBeLessThan(200)
  }
})
