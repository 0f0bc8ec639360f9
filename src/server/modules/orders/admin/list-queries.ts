import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { DispatchState, OrderStatus } from '#contract/orders/order-statuses.ts'
import { containing, literally, toLinkSpellings, toNamedId } from '#server/lib/postgres/search-text.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { isForLink, newestRange } from '#server/modules/orders/reading/newest-queries.ts'
import { hasOpenRefill, orderColumns } from '#server/modules/orders/reading/reading-queries.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'

/** A word is looked for in so many orders at a time, so that the desk never scans all. */
const LOOKED_AT = 500
/** Of so many customers whose address begins like that: the newest of each make a page. */
const NAMED_MAX = 10

export type DeskFilter = {
  userId: number | undefined
  /** Any of these. */
  status: readonly OrderStatus[] | undefined
  dispatch: DispatchState | undefined
  needsAttention: boolean
  search: string | undefined
  before: bigint | undefined
  count: number
}

export type DeskKey = { user_id: number; id: bigint }
/** `lookedDownTo` is where a search stopped, with older orders left to look at. */
export type DeskKeys = { keys: DeskKey[]; lookedDownTo: bigint | null }

/**
 * Orders of everyone, newest first: measured with a million of them, a page of each filter reads fewer than 1,000 rows
 * (test/admin-lists.test.ts). A state of the sending matters while the order is PENDING only: a refunded one does not wait
 * for anybody. A search finds an order's id, a provider's id, a whole link or the beginning of an email, of any age, and a
 * word among the next orders that the filter has.
 */
export async function listDeskKeys(db: Kysely<DB>, filter: DeskFilter): Promise<DeskKeys> {
  const { search = '', count } = filter
  if (search === '') return { keys: await readKeys(db, newest(filter, count)), lookedDownTo: null }
  if (isAddress(search)) return { keys: await findAddressed(db, filter, search), lookedDownTo: null }
  const found = sql`select * from (${findNamed(search, filter)}) found order by id desc limit ${count}`
  const named = await readKeys(db, found)
  const isWord = toNamedId(search) === undefined
  return named.length > 0 || !isWord ? { keys: named, lookedDownTo: null } : findWord(db, filter, search)
}

/** Those of the keys that are still there, newest first. */
export async function listDeskRows(db: Kysely<DB>, keys: readonly DeskKey[]) {
  const users = keys.map(({ user_id: userId }) => userId)
  const ids = keys.map(({ id }) => id)
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(orderColumns)
    .select(['users.email as user_email', hasOpenRefill])
    .where(
      sql<boolean>`(orders.user_id, orders.id) in (select * from unnest(${users}::int[], ${ids}::bigint[]))`,
    )
    .orderBy('orders.id', 'desc')
    .execute()
}

async function readKeys(db: Kysely<DB>, keys: RawBuilder<unknown>): Promise<DeskKey[]> {
  const { rows } = await sql<DeskKey>`${keys}`.execute(db)
  return rows.map(({ user_id, id }) => ({ user_id, id }))
}

async function findWord(db: Kysely<DB>, filter: DeskFilter, search: string): Promise<DeskKeys> {
  const word = containing(search)
  const { rows } = await sql<DeskKey & { is_found: boolean }>`
    select user_id, id, link ilike ${word} or service_name ilike ${word} as is_found
    from (${newest(filter, LOOKED_AT)}) looked_at order by id desc`.execute(db)
  const found = rows.filter((row) => row.is_found)
  const isMore = rows.length === LOOKED_AT && found.length < filter.count
  return { keys: found.slice(0, filter.count), lookedDownTo: isMore ? (rows.at(-1)?.id ?? null) : null }
}

/** The newest of each of the customers whose address begins like that. */
async function findAddressed(db: Kysely<DB>, filter: DeskFilter, search: string): Promise<DeskKey[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', `${literally(search.toLowerCase())}%`)
    .limit(NAMED_MAX)
    .execute()
  const { userId, count } = filter
  const each = rows
    .filter(({ id }) => userId === undefined || id === userId)
    .map(({ id }) => sql`(select user_id, id from (${newest({ ...filter, userId: id }, count)}) own)`)
  if (each.length === 0) return []
  return readKeys(db, sql`${sql.join(each, sql` union all `)} order by id desc limit ${count}`)
}

/** The newest that the filter has, whatever is searched for: each is read from its own stretch of an index. */
function newest(filter: DeskFilter, count: number): RawBuilder<unknown> {
  const { userId, dispatch, status } = filter
  const rest = sql`order by id desc limit ${count}`
  if (dispatch === 'queued' || dispatch === 'sending')
    // Place by place: by how few wait, the planner would rather go through all that is PENDING.
    return sql`select own.* from dispatch_queue place cross join lateral (
        select user_id, id, link, service_name from orders
        where orders.user_id = place.user_id and orders.id = place.order_id and ${isWanted(filter)} offset 0) own
      where ${isPlaced(dispatch)} and place.order_id < ${below(filter)} ${inPlaces(userId)} limit ${count}`
  const some = (of?: RawBuilder<unknown>) =>
    userId === undefined
      ? sql`(select ${listed} from orders where ${of ?? sql`true`} and ${isWanted(filter)} ${rest})`
      : ownStretch(userId, filter, { of, count })
  if (status === undefined || isOpen(dispatch)) return some()
  const each = status.map((one) => some(sql`status = ${sql.lit(one)}`))
  return each.length === 1
    ? sql`${each[0]}`
    : sql`select * from (${sql.join(each, sql` union all `)}) each ${rest}`
}

const listed = sql`user_id, id, link, service_name`

/** Of one customer, by indexes that begin with them. */
function ownStretch(
  userId: number,
  filter: DeskFilter,
  { of, count }: { of: RawBuilder<unknown> | undefined; count: number },
): RawBuilder<unknown> {
  const own = { before: filter.before, columns: listed, count, isWanted: isWanted(filter) }
  return newestRange(userId, of === undefined ? own : { ...own, of })
}

/** Newest first, of everybody's places in the queue or of one customer's. */
function inPlaces(userId: number | undefined): RawBuilder<unknown> {
  return userId === undefined
    ? sql`order by place.order_id desc`
    : sql`and ${ofCustomer(userId, 'place')} order by place.user_id desc, place.order_id desc`
}

/** What the search names, of any age, as far as the filter has it. */
function findNamed(search: string, filter: DeskFilter): RawBuilder<unknown> {
  const { userId, count } = filter
  const isWantedToo = sql`${isWanted(filter)} ${
    filter.dispatch === 'queued' || filter.dispatch === 'sending'
      ? sql`and exists (select from dispatch_queue place
          where place.user_id = orders.user_id and place.order_id = orders.id and ${isPlaced(filter.dispatch)})`
      : sql``
  }`
  const isTheirs = userId === undefined ? sql`true` : sql`orders.user_id = ${userId}`
  const provided = sql`
    select orders.user_id, orders.id from provider_orders named
    join orders on orders.user_id = named.user_id and orders.id = named.order_id
    where named.provider_id in (select id from providers) and named.provider_order = ${search.replace(/^#/, '')}
      and ${isTheirs} and ${isWantedToo}`
  const id = toNamedId(search)
  if (id !== undefined)
    return sql`${provided} union select user_id, id from orders where id = ${id}
      and ${isTheirs} and ${isWantedToo}`
  const isLink = isForLink(sql`named.link`)
  const linked =
    userId === undefined
      ? sql`(select user_id, id from orders where ${isLink} and ${isWantedToo} order by id desc limit ${count})`
      : newestRange(userId, { of: isLink, isWanted: isWantedToo, columns: sql`user_id, id`, count })
  return sql`${provided} union
    select own.* from unnest(${toLinkSpellings(search)}::text[]) as named (link) cross join lateral ${linked} own`
}

/** An email, or its beginning: in links (`tiktok.com/@name`) and names (`@name`) something else stands before the @. */
function isAddress(search: string): boolean {
  return /^[^@/]+@/.test(search)
}

const LAST = 9_223_372_036_854_775_807n

function below({ before }: DeskFilter) {
  return sql`${before ?? LAST}::bigint`
}

/** Its sending is not over: nobody knows, or a person decides. */
function isOpen(dispatch: DispatchState | undefined): boolean {
  return dispatch === 'unknown' || dispatch === 'review'
}

function isPlaced(dispatch: 'queued' | 'sending'): RawBuilder<unknown> {
  return dispatch === 'queued'
    ? sql`place.token is null`
    : sql`place.token is not null and place.lease_until is not null`
}

/**
 * All but that it has its place in the queue, and whose it is: said with `=` beside `ofCustomer`, the customer would be no
 * part of the order any longer, and everybody's newest be gone through.
 */
function isWanted(filter: DeskFilter): RawBuilder<unknown> {
  const { status, dispatch } = filter
  const is = [sql`orders.id < ${below(filter)}`]
  if (status !== undefined) is.push(sql`orders.status in (${sql.join(status.map((one) => sql.lit(one)))})`)
  if (dispatch !== undefined)
    is.push(sql`orders.dispatch = ${sql.lit(dispatch === 'sending' ? 'queued' : dispatch)}`)
  if (dispatch !== undefined && dispatch !== 'accepted' && dispatch !== 'rejected')
    is.push(sql`orders.status = 'PENDING'`)
  if (filter.needsAttention) is.push(needsAttention)
  return sql.join(is, sql` and `)
}
