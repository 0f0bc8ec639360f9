import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import type { listOrders as endpoint, OrderCounts } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { toPagination } from '#contract/base/paging.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { counterOf } from '#server/modules/ledger/account.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { listKeyNames } from '#server/modules/users/api-keys/key-names.ts'

import { findCounts, type OrderRow, orderColumns } from './reading-queries.ts'
import { toOrder } from './to-order.ts'
import { isBelow, newestOf, oldestRange, type OrderFilter, rangesOf } from './newest-queries.ts'
import { searchOrders } from './search-orders.ts'

type Query = QueryOf<typeof endpoint>
type Listed = { rows: OrderRow[]; total: number; nextCursor: string | null; searched?: number | undefined }

/** A customer's orders, newest first: below a cursor, or a numbered page if `page` is given. */
export async function listOrders(
  ctx: Context,
  userId: number,
  { search = '', ...query }: Query,
): Promise<AnswerOf<typeof endpoint>> {
  const [counts, keys] = await Promise.all([findCounts(ctx.db, userId), listKeyNames(ctx.db, userId)])
  const list = search === '' ? (query.page === undefined ? listBelow : listPage) : listFound
  const { rows, total, nextCursor, searched } = await list(ctx.db, { ...query, userId, search, counts })
  return {
    success: true,
    orders: rows.map(toOrder),
    next_cursor: nextCursor,
    counts,
    api_keys: keys,
    ...(searched !== undefined && { searched }),
    ...(query.page !== undefined && { pagination: toPagination(total, query.limit) }),
  }
}

type Asked = Omit<Query, 'search'> & { userId: number; search: string; counts: OrderCounts }

async function listBelow(db: Kysely<DB>, { limit, cursor, ...filter }: Asked): Promise<Listed> {
  const found = await listOrderRows(db, filter, { before: fromCursor(cursor), count: limit + 1 })
  return { ...toPage(found, limit), total: 0 }
}

/** Numbered pages cover what the first search finds; a cursor continues below them. */
async function listFound(db: Kysely<DB>, { limit, cursor, page = 1, ...asked }: Asked): Promise<Listed> {
  const { ids, searchedDownTo, searched } = await searchOrders(db, {
    ...asked,
    before: fromCursor(cursor),
    wanted: page * limit,
  })
  const own = ids.slice((page - 1) * limit, page * limit)
  const rows = await readRows(db, asked.userId, own)
  // Below the id before which the next page starts: the first result need not be the newest.
  const following = ids[page * limit]
  const next = following === undefined ? searchedDownTo : following + 1n
  return {
    rows: rows.toSorted((one, other) => own.indexOf(one.id) - own.indexOf(other.id)),
    total: ids.length,
    nextCursor: next?.toString() ?? null,
    ...(searchedDownTo !== null && { searched }),
  }
}

async function listPage(db: Kysely<DB>, { limit, page = 1, ...filter }: Asked): Promise<Listed> {
  const { userId, status, key, counts } = filter
  const all = key === undefined ? countOf(counts, status) : await countOfKey(db, { userId, status, key })
  const total = key === undefined ? all : Math.min(all, KEY_COUNTED_MAX)
  // Beyond the last page: returned without reading.
  if ((page - 1) * limit >= total) return { rows: [], total, nextCursor: null }
  const list = key !== undefined ? listPageOfKey : status === undefined ? listNumberedPage : listPageByStatus
  const rows = await list(db, { userId, status, key, page, count: limit, all: total })
  const last = page * limit < total ? rows.at(-1) : undefined
  return {
    rows,
    total,
    nextCursor: last === undefined ? null : String(last.id),
    ...(all > total && { searched: total }),
  }
}

function countOf(counts: OrderCounts, statuses: readonly OrderStatus[] | undefined): number {
  if (statuses === undefined) return counts.all
  return statuses.reduce((sum, status) => sum + counts[counterOf[status]], 0)
}

/**
 * Newest first, below the id `before`. Each query in this file reads only rows of its customer, by an index that begins with
 * `user_id` (list-orders.test.ts counts them). A single range is read with its rows, at little more than a block each.
 */
export async function listOrderRows(
  db: Kysely<DB>,
  filter: OrderFilter,
  { before, count }: { before: bigint | undefined; count: number },
): Promise<OrderRow[]> {
  const { userId } = filter
  const [range, ...others] = rangesOf(filter) ?? []
  if (others.length > 0) return readRows(db, userId, await readIds(db, newestOf(filter, { before, count })))
  const rows = selectRows(db, userId)
    .where(isBelow(userId, before, range))
    .limit(count)
  const ordered =
    range === undefined
      ? rows.where('orders.user_id', '=', userId).orderBy('orders.seq', 'desc')
      : rows
          .where(ofCustomer(userId, 'orders'))
          .where(range)
          .orderBy('orders.user_id')
          .orderBy('orders.id', 'desc')
  return ordered.execute()
}

type Numbered = OrderFilter & { page: number; count: number; all: number }

/** Without a filter the customer's dense numbers (`seq`) lead directly to a page of any depth. */
async function listNumberedPage(db: Kysely<DB>, { userId, page, count, all }: Numbered): Promise<OrderRow[]> {
  return selectRows(db, userId)
    .where('orders.user_id', '=', userId)
    .where('orders.seq', '<=', all - (page - 1) * count)
    .orderBy('orders.seq', 'desc')
    .limit(count)
    .execute()
}

/**
 * By status, an index-only scan counts to the page from the nearer end: the first and last page read little more than
 * themselves, the middle one at most half of the customer's orders.
 */
async function listPageByStatus(
  db: Kysely<DB>,
  { page, count, all, ...filter }: Numbered,
): Promise<OrderRow[]> {
  const newer = (page - 1) * count
  const own = Math.min(count, all - newer)
  const older = all - newer - own
  const ids =
    newer <= older
      ? sql`select id from ${newestOf(filter, { before: undefined, count: newer + own })} newest order by id desc offset ${newer} limit ${own}`
      : sql`select id from (${oldest(filter, older + own)}) oldest order by id offset ${older} limit ${own}`
  return readRows(db, filter.userId, await readIds(db, ids))
}

/** Max. orders of a key in numbered pages; a cursor or the export reaches the others. */
export const KEY_COUNTED_MAX = 10_000

async function listPageOfKey(db: Kysely<DB>, { page, count, ...filter }: Numbered): Promise<OrderRow[]> {
  const newer = (page - 1) * count
  const newest = newestOf(filter, { before: undefined, count: newer + count })
  const ids = sql`select id from ${newest} newest order by id desc offset ${newer}`
  return readRows(db, filter.userId, await readIds(db, ids))
}

/** How many orders a key placed, up to one more than `KEY_COUNTED_MAX`; read from the index only. */
async function countOfKey(db: Kysely<DB>, { userId, key, status }: OrderFilter): Promise<number> {
  const isOne =
    status === undefined ? sql`true` : sql`status in (${sql.join(status.map((one) => sql.lit(one)))})`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from orders where user_id = ${userId} and key_id = ${key}::uuid
      and ${isOne} limit ${KEY_COUNTED_MAX + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** The ids of each status, from the oldest. */
function oldest({ userId, status = [] }: OrderFilter, count: number): RawBuilder<unknown> {
  const each = status.map((one) => oldestRange(userId, { of: sql`status = ${sql.lit(one)}`, count }))
  return sql`select id from (${sql.join(each, sql` union all `)}) each order by id limit ${count}`
}

async function readIds(db: Kysely<DB>, ids: RawBuilder<unknown>): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`${ids}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Newest first. */
export async function readRows(db: Kysely<DB>, userId: number, ids: readonly bigint[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  return selectRows(db, userId)
    .where('orders.user_id', '=', userId)
    .where('orders.id', 'in', ids)
    .orderBy('orders.id', 'desc')
    .execute()
}

function selectRows(db: Kysely<DB>, userId: number) {
  return db.selectFrom('orders').select(orderColumns(userId))
}
