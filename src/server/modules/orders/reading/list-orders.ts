import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import type {
  listOrders as endpoint,
  OrderCounts,
  exportOrders as exportEndpoint,
  Order,
} from '#contract/orders/orders.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/order-statuses.ts'
import { toPagination } from '#contract/base/paging.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { counterOf } from '#server/modules/ledger/account.ts'
import { containing, toLinkSpellings, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { listKeyNames } from '#server/modules/users/api-keys/key-names.ts'

import { findCounts, type OrderRow, hasOpenRefill, orderColumns } from './reading-queries.ts'
import { toOrder } from './to-order.ts'
import { isForLink, newestRange, oldestRange } from './newest-queries.ts'

type Answer = AnswerOf<typeof endpoint>

/** A customer's orders, newest first: below a cursor, or a numbered page if `page` is given. */
export async function listOrders(
  ctx: Context,
  userId: number,
  { status, key, search, limit, cursor, page }: QueryOf<typeof endpoint>,
): Promise<Answer> {
  const filter = { userId, status, key, search }
  const [counts, keys, ofKey] = await Promise.all([
    findCounts(ctx.db, userId),
    listKeyNames(ctx.db, userId),
    key !== undefined && (hasSearch(filter) || page !== undefined) ? countOfKey(ctx.db, filter) : 0,
  ])
  const total = key === undefined ? countOf(counts, status) : ofKey
  const isCut = total > SEARCHED_MAX && (hasSearch(filter) || (key !== undefined && page !== undefined))
  const shared = {
    success: true as const,
    counts,
    api_keys: keys,
    ...(isCut && { searched: SEARCHED_MAX }),
  }
  if (page === undefined) {
    const found = await listOrderRows(ctx.db, { ...filter, before: fromCursor(cursor), count: limit + 1 })
    const { rows, nextCursor } = toPage(found, limit)
    return { ...shared, orders: rows.map(toOrder), next_cursor: nextCursor }
  }
  const numbered = await listPage(ctx, { ...filter, page, count: limit, total })
  const last = page * limit < numbered.total ? numbered.rows.at(-1) : undefined
  return {
    ...shared,
    orders: numbered.rows.map(toOrder),
    next_cursor: last === undefined ? null : String(last.id),
    pagination: toPagination(numbered.total, limit),
  }
}

async function listPage(
  { db }: Context,
  { total, ...asked }: OrderFilter & { page: number; count: number; total: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  if (hasSearch(asked)) return listFoundPage(db, asked)
  if (asked.key !== undefined) return listPageOfKey(db, { ...asked, total: Math.min(total, SEARCHED_MAX) })
  // Beyond the last page: answered without reading.
  if ((asked.page - 1) * asked.count >= total) return { rows: [], total }
  const list = asked.status === undefined ? listNumberedPage : listPageByStatus
  const rows = await list(db, { ...asked, all: total })
  return { rows, total }
}

function countOf(counts: OrderCounts, statuses: readonly OrderStatus[] | undefined): number {
  if (statuses === undefined) return counts.all
  return statuses.reduce((sum, status) => sum + counts[counterOf[status]], 0)
}

const EXPORTED_AT_ONCE = 500

/**
 * A customer's orders by the filters of the list, newest first, one page in memory at a time. A search covers all of them,
 * in ranges of the size that the list searches.
 */
export async function* exportOrders(
  { db }: Context,
  userId: number,
  { status, key, search }: QueryOf<typeof exportEndpoint>,
): AsyncGenerator<Order> {
  const filter = { userId, status, key, search }
  if (!hasSearch(filter)) return yield* readPages(db, filter, undefined)
  let below: bigint | undefined
  for (;;) {
    const from = await findSearchEnd(db, { ...filter, below })
    if (from === undefined) return
    yield* readPages(db, { ...filter, below }, from)
    below = from
  }
}

async function* readPages(
  db: Context['db'],
  filter: OrderFilter,
  from: bigint | undefined,
): AsyncGenerator<Order> {
  let before = filter.below
  for (;;) {
    const rows = await listOrderRows(db, {
      ...filter,
      before,
      ...(from && { from }),
      count: EXPORTED_AT_ONCE,
    })
    yield* rows.map(toOrder)
    before = rows.at(-1)?.id
    if (rows.length < EXPORTED_AT_ONCE) return
  }
}

/**
 * Max. orders that a search by a word reads: the newest with the status, about 40 ms for 10,000. An order id, a service id
 * and a whole link are found at any age, up to the same number.
 */
export const SEARCHED_MAX = 10_000

type OrderFilter = {
  userId: number
  /** Any of these. */
  status?: readonly OrderStatus[] | undefined
  /** Placed by this API key. */
  key?: string | undefined
  search?: string | undefined
  /** A search reads the orders below this id instead of the newest. */
  below?: bigint | undefined
}

/**
 * Newest first, below the id `before`. Each query in this file reads only rows of its customer, by an index that begins
 * with `user_id` (list-orders.test.ts counts them).
 */
async function listOrderRows(
  db: Kysely<DB>,
  { before, from = 0n, count, ...filter }: OrderFilter & Page,
): Promise<OrderRow[]> {
  const ids = hasSearch(filter)
    ? sql`select id from (${found(filter)}) found where id >= ${from} ${belowId(before)} order by id desc limit ${count}`
    : newest(filter, { count, before })
  return readRows(db, filter.userId, await readIds(db, ids))
}

/** `from` is where the range of a search ends (`findSearchEnd`). */
type Page = { before: bigint | undefined; from?: bigint; count: number }

/** The oldest id that a search below an id reads; undefined if there is none. */
async function findSearchEnd(db: Kysely<DB>, { below, ...filter }: OrderFilter): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint | null }>`
    select min(id) as id from (${newest(filter, { count: SEARCHED_MAX, before: below })}) newest`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Without a filter the customer's dense numbers (`seq`) lead straight to a page at any depth. */
async function listNumberedPage(
  db: Kysely<DB>,
  { userId, page, count, all }: { userId: number; page: number; count: number; all: number },
): Promise<OrderRow[]> {
  return selectRows(db, userId)
    .where('orders.seq', '<=', all - (page - 1) * count)
    .orderBy('orders.seq', 'desc')
    .limit(count)
    .execute()
}

/**
 * By status the page is counted off in an index-only scan from the nearer end: the first and the last page read little
 * more than themselves, the middle one at most half of the customer's orders.
 */
async function listPageByStatus(
  db: Kysely<DB>,
  { page, count, all, ...filter }: OrderFilter & { page: number; count: number; all: number },
): Promise<OrderRow[]> {
  const newer = (page - 1) * count
  const own = Math.min(count, all - newer)
  const older = all - newer - own
  const ids =
    newer <= older
      ? sql`select id from (${newest(filter, { count: newer + own })}) newest order by id desc offset ${newer} limit ${own}`
      : sql`select id from (${oldest(filter, older + own)}) oldest order by id offset ${older} limit ${own}`
  return readRows(db, filter.userId, await readIds(db, ids))
}

/** A numbered page of a key's orders; they are counted up to `SEARCHED_MAX`. */
async function listPageOfKey(
  db: Kysely<DB>,
  { page, count, total, ...filter }: OrderFilter & { page: number; count: number; total: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const newer = (page - 1) * count
  if (newer >= total) return { rows: [], total }
  const ids = sql`select id from (${newest(filter, { count: newer + count })}) newest order by id desc offset ${newer}`
  return { rows: await readRows(db, filter.userId, await readIds(db, ids)), total }
}

/** How many orders came by a key, up to one more than `SEARCHED_MAX`; read from the index alone. */
async function countOfKey(db: Kysely<DB>, { userId, key, status }: OrderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from orders where user_id = ${userId} and key_id = ${key}::uuid
      and ${status === undefined ? sql`true` : isIn(status)} limit ${SEARCHED_MAX + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** A numbered page of what a search finds, and how many it finds. */
async function listFoundPage(
  db: Kysely<DB>,
  { page, count, ...filter }: OrderFilter & { page: number; count: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const skipped = (page - 1) * count
  const { rows } = await sql<{ total: number; ids: string[] }>`
    select count(*)::int as total,
      coalesce((array_agg(id order by id desc))[${skipped + 1}::int : ${skipped + count}::int], '{}')::text[] as ids
    from (${found(filter)}) found`.execute(db)
  const { total = 0, ids = [] } = rows[0] ?? {}
  return { total, rows: await readRows(db, filter.userId, ids.map(BigInt)) }
}

function hasSearch({ search }: OrderFilter): boolean {
  return search !== undefined && search !== ''
}

/** Ids, each status from its own index range: at most `count` of each are read. */
function newest(
  { userId, status, key }: OrderFilter,
  { count, before }: { count: number; before?: bigint | undefined },
): RawBuilder<unknown> {
  const ranges = rangesOf({ status, key })
  if (ranges === undefined) return newestRange(userId, { before, count })
  const each = ranges.map((of) => newestRange(userId, { of, before, count }))
  return sql`select id from (${sql.join(each, sql` union all `)}) each order by id desc limit ${count}`
}

/** The index ranges of a filter; undefined for all of a customer's orders. A key's index has its statuses apart. */
export function rangesOf({
  status,
  key,
}: Pick<OrderFilter, 'status' | 'key'>): RawBuilder<unknown>[] | undefined {
  if (key === undefined) return status?.map((one) => sql`status = ${sql.lit(one)}`)
  return (status ?? orderStatuses).map((one) => sql`key_id = ${key}::uuid and status = ${sql.lit(one)}`)
}

function isIn(status: readonly OrderStatus[]): RawBuilder<unknown> {
  return sql`status in (${sql.join(status.map((one) => sql.lit(one)))})`
}

/** The same from the other end. */
function oldest({ userId, status = [] }: OrderFilter, count: number): RawBuilder<unknown> {
  const each = status.map((one) => oldestRange(userId, { of: sql`status = ${sql.lit(one)}`, count }))
  return sql`select id from (${sql.join(each, sql` union all `)}) each order by id limit ${count}`
}

/** The orders in which a word is searched. */
function searchedOrders(filter: OrderFilter): RawBuilder<unknown> {
  const { userId, status = [], key, below } = filter
  const columns = sql`id, link, service_name`
  const [one] = status
  if (key === undefined && status.length <= 1) {
    const of = one === undefined ? {} : { of: sql`status = ${sql.lit(one)}` }
    return newestRange(userId, { ...of, before: below, columns, count: SEARCHED_MAX })
  }
  return sql`(select newest.id, link, service_name from (${newest(filter, { count: SEARCHED_MAX, before: below })}) newest
    join orders on orders.user_id = ${userId} and orders.id = newest.id)`
}

/** Ids of what a search finds, each once. */
function found(filter: OrderFilter): RawBuilder<unknown> {
  const { userId, status, key, search = '', below } = filter
  const word = containing(search)
  const id = toNamedId(search)
  const wanted = [
    ...(status === undefined ? [] : [isIn(status)]),
    ...(key === undefined ? [] : [sql`key_id = ${key}::uuid`]),
  ]
  const isWanted = wanted.length === 0 ? sql`` : sql`where ${sql.join(wanted, sql` and `)}`
  // The status is checked after the limit, so that orders with other statuses are not read beyond it.
  const newestOf = (of: RawBuilder<unknown>) => sql`
    select id from ${newestRange(userId, { of, before: below, count: SEARCHED_MAX, columns: sql`id, status, key_id` })} named ${isWanted}`
  const parts = [
    sql`select id from ${searchedOrders(filter)} searched where link ilike ${word} or service_name ilike ${word}`,
    sql`select own.id from unnest(${toLinkSpellings(search)}::text[]) spelling
      cross join lateral (${newestOf(isForLink(sql`spelling`))}) own`,
  ]
  if (id !== undefined)
    parts.push(newestOf(sql`id = ${id}::bigint`), newestOf(sql`service_id = ${id}::bigint`))
  return sql.join(parts, sql` union `)
}

function belowId(id: bigint | undefined): RawBuilder<unknown> {
  return id === undefined ? sql`` : sql`and id < ${id}`
}

async function readIds(db: Kysely<DB>, ids: RawBuilder<unknown>): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`${ids}`.execute(db)
  return rows.map(({ id }) => id)
}

async function readRows(db: Kysely<DB>, userId: number, ids: readonly bigint[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  return selectRows(db, userId).where('orders.id', 'in', ids).orderBy('orders.id', 'desc').execute()
}

function selectRows(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select(hasOpenRefill)
    .where('orders.user_id', '=', userId)
}
