import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import { containing, toLinkSpellings, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { isForLink, oldestStretch, stretch } from './newest-queries.ts'
import { hasOpenRefill, orderColumns, type OrderRow } from './reading-queries.ts'

/**
 * A word is looked for in so many of one's orders, the newest that have the status; an id, a service's id and a whole link
 * are found at any age, so many of them at most. 10,000 of one customer's are gone through in some 40 ms.
 */
export const SEARCHED_MAX = 10_000

export type OrderFilter = {
  userId: number
  /** Any of these. */
  status?: readonly OrderStatus[] | undefined
  search?: string | undefined
  /** A search goes through what is below this id, instead of the newest. */
  below?: bigint | undefined
}

/**
 * Newest first, below the id `before`. With one more than asked for, a caller knows whether there are more. Each list below
 * reads rows of its customer alone, by an index that begins with them (list-queries.test.ts counts them).
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

/** `from` is where a search's stretch ends (`findStretchEnd`). */
type Page = { before: bigint | undefined; from?: bigint; count: number }

/** The oldest id that a search goes through, below one; undefined where nothing is. */
export async function findStretchEnd(
  db: Kysely<DB>,
  { below, ...filter }: OrderFilter,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint | null }>`
    select min(id) as id from (${newest(filter, { count: SEARCHED_MAX, before: below })}) newest`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Without a filter the customer's dense numbers lead straight to a numbered page at any depth. */
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
 * With statuses alone it counts off within that customer's, in an index without the orders themselves, from whichever end is
 * nearer: the first and the last page read little more than themselves, and the one in the middle half of them at most.
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

/** A numbered page of what a search finds, and how many that are. */
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

/** Ids, each status from its own stretch of an index: together they read `count` of each at most. */
function newest(
  { userId, status }: OrderFilter,
  { count, before }: { count: number; before?: bigint | undefined },
): RawBuilder<unknown> {
  if (status === undefined) return stretch(userId, { before, count })
  const each = status.map((one) => stretch(userId, { of: sql`status = ${sql.lit(one)}`, before, count }))
  return sql`select id from (${sql.join(each, sql` union all `)}) each order by id desc limit ${count}`
}

/** Ids of those with the statuses, as above from the other end. */
function oldest({ userId, status = [] }: OrderFilter, count: number): RawBuilder<unknown> {
  const each = status.map((one) => oldestStretch(userId, { of: sql`status = ${sql.lit(one)}`, count }))
  return sql`select id from (${sql.join(each, sql` union all `)}) each order by id limit ${count}`
}

/** What a word is looked for in. */
function lookedAt(filter: OrderFilter): RawBuilder<unknown> {
  const { userId, status = [], below } = filter
  const columns = sql`id, link, service_name`
  const [one] = status
  if (status.length <= 1) {
    const of = one === undefined ? {} : { of: sql`status = ${sql.lit(one)}` }
    return stretch(userId, { ...of, before: below, columns, count: SEARCHED_MAX })
  }
  // One by one: by how many they are, the planner would rather go through all of the customer's.
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
  // The status afterwards: of what has another one, none is gone through beyond the bound.
  const newestOf = (of: RawBuilder<unknown>) => sql`
    select id from ${stretch(userId, { of, before: below, count: SEARCHED_MAX, columns: sql`id, status` })} named ${isWanted}`
  const parts = [
    sql`select id from ${lookedAt(filter)} looked_at where link ilike ${word} or service_name ilike ${word}`,
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
