import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { containing, toLinkSpellings, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { isForLink, newestRange, oldestRange } from './newest-queries.ts'
import { hasOpenRefill, orderColumns, type OrderRow } from './reading-queries.ts'

/**
 * Max. orders that a search by a word reads: the newest with the status, about 40 ms for 10,000. An order id, a service id
 * and a whole link are found at any age, up to the same number.
 */
export const SEARCHED_MAX = 10_000

export type OrderFilter = {
  userId: number
  /** Any of these. */
  status?: readonly OrderStatus[] | undefined
  search?: string | undefined
  /** A search reads the orders below this id instead of the newest. */
  below?: bigint | undefined
}

/**
 * Newest first, below the id `before`. Each query in this file reads only rows of its customer, by an index that begins
 * with `user_id` (list-queries.test.ts counts them).
 */
export async function listOrderRows(
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
export async function findSearchEnd(
  db: Kysely<DB>,
  { below, ...filter }: OrderFilter,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint | null }>`
    select min(id) as id from (${newest(filter, { count: SEARCHED_MAX, before: below })}) newest`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Without a filter the customer's dense numbers (`seq`) lead straight to a page at any depth. */
export async function listNumberedPage(
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
export async function listPageByStatus(
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

/** A numbered page of what a search finds, and how many it finds. */
export async function listFoundPage(
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

export function hasSearch({ search }: OrderFilter): boolean {
  return search !== undefined && search !== ''
}

/** Ids, each status from its own index range: at most `count` of each are read. */
function newest(
  { userId, status }: OrderFilter,
  { count, before }: { count: number; before?: bigint | undefined },
): RawBuilder<unknown> {
  if (status === undefined) return newestRange(userId, { before, count })
  const each = status.map((one) => newestRange(userId, { of: sql`status = ${sql.lit(one)}`, before, count }))
  return sql`select id from (${sql.join(each, sql` union all `)}) each order by id desc limit ${count}`
}

/** The same from the other end. */
function oldest({ userId, status = [] }: OrderFilter, count: number): RawBuilder<unknown> {
  const each = status.map((one) => oldestRange(userId, { of: sql`status = ${sql.lit(one)}`, count }))
  return sql`select id from (${sql.join(each, sql` union all `)}) each order by id limit ${count}`
}

/** The orders in which a word is searched. */
function searchedOrders(filter: OrderFilter): RawBuilder<unknown> {
  const { userId, status = [], below } = filter
  const columns = sql`id, link, service_name`
  const [one] = status
  if (status.length <= 1) {
    const of = one === undefined ? {} : { of: sql`status = ${sql.lit(one)}` }
    return newestRange(userId, { ...of, before: below, columns, count: SEARCHED_MAX })
  }
  // `offset 0` keeps the look-up per order; without it the planner reads all of the customer's orders.
  return sql`(select newest.id, own.* from (${newest(filter, { count: SEARCHED_MAX, before: below })}) newest cross join lateral (
    select link, service_name from orders where user_id = ${userId} and orders.id = newest.id offset 0) own)`
}

/** Ids of what a search finds, each once. */
function found(filter: OrderFilter): RawBuilder<unknown> {
  const { userId, status, search = '', below } = filter
  const word = containing(search)
  const id = toNamedId(search)
  const isWanted =
    status === undefined ? sql`` : sql`where status in (${sql.join(status.map((one) => sql.lit(one)))})`
  // The status is checked after the limit, so that orders with other statuses are not read beyond it.
  const newestOf = (of: RawBuilder<unknown>) => sql`
    select id from ${newestRange(userId, { of, before: below, count: SEARCHED_MAX, columns: sql`id, status` })} named ${isWanted}`
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
