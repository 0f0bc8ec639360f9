import { type Kysely, type RawBuilder, sql } from 'kysely'

import { type DispatchState, orderStatuses, type OrderStatus } from '#contract/orders/order-statuses.ts'
import { containing, literally, toLinkSpellings, toNamedId } from '#server/lib/postgres/search-text.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { isForLink, newestRange, rangesOf } from '#server/modules/orders/reading/newest-queries.ts'
import { findKeyOwner } from '#server/modules/users/api-keys/key-names.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'
import type { Context } from '#server/context.ts'

/** Orders that one search by a word, or by filters without an index of their own, reads, so that it never scans all. */
const SEARCHED_MAX = 500
/** The same of what is queued, where each is read in two tables. */
const SEARCHED_IN_QUEUE_MAX = 300
/** Max. customers whose email begins with the search. */
const CUSTOMERS_MAX = 10

type AdminOrderFilter = {
  userId: number | undefined
  /** Any of these. */
  status: readonly OrderStatus[] | undefined
  dispatch: DispatchState | undefined
  serviceId?: number | undefined
  providerId?: number | undefined
  needsAttention: boolean
  /** Of this API key, which is one of `userId`. */
  key: string | undefined
  search: string | undefined
  before: bigint | undefined
  count: number
}

export type AdminOrderKey = { user_id: number; id: bigint }
/** `searchedDownTo` is the id where a search stopped, if older orders are left. */
type FoundKeys = { keys: AdminOrderKey[]; searchedDownTo: bigint | null }

/**
 * Orders of all customers, newest first. With a million orders a page of any filter reads fewer than 1,000 rows
 * (test/admin-lists.test.ts). A dispatch filter implies PENDING. A search finds an order id, a provider's order id, a whole
 * link or the beginning of an email at any age, and a word among the next orders of the filter. So are orders of a service or
 * a provider with a second filter that no index has beside it.
 */
export async function listAdminOrderKeys(db: Kysely<DB>, filter: AdminOrderFilter): Promise<FoundKeys> {
  const { search = '', count } = filter
  if (search === '' && isScanned(filter)) return findAmong(db, filter)
  if (search === '') return { keys: await readKeys(db, newest(filter, count)), searchedDownTo: null }
  if (isEmail(search)) return { keys: await findByEmail(db, filter, search), searchedDownTo: null }
  const found = sql`select * from (${findNamed(search, filter)}) found order by id desc limit ${count}`
  const named = await readKeys(db, found)
  const isWord = toNamedId(search) === undefined
  return named.length > 0 || !isWord ? { keys: named, searchedDownTo: null } : findAmong(db, filter, search)
}

/** A key's orders are found among those of its customer. Undefined if it is unknown or not of this customer. */
export async function findOfKey(
  db: Kysely<DB>,
  { userId, key }: { userId: number | undefined; key: string | undefined },
): Promise<{ userId: number | undefined; key: string | undefined; name: string | null } | undefined> {
  if (key === undefined) return { userId, key, name: null }
  const owner = await findKeyOwner(db, key)
  if (owner === undefined || (userId !== undefined && userId !== owner.userId)) return undefined
  return { userId: owner.userId, key, name: owner.name }
}

async function readKeys(db: Kysely<DB>, keys: RawBuilder<unknown>): Promise<AdminOrderKey[]> {
  const { rows } = await sql<AdminOrderKey>`${keys}`.execute(db)
  return rows.map(({ user_id, id }) => ({ user_id, id }))
}

/**
 * Filters by a service or a provider have each status in a range of an index, and nothing else. Accepted orders of a status
 * have none: nearly all are, but the few others may be the newest thousands.
 */
function isScanned(filter: AdminOrderFilter): boolean {
  const { userId, key, serviceId, providerId, dispatch, status } = filter
  const isNarrowed = providerId !== undefined || (serviceId !== undefined && (key ?? status) !== undefined)
  const isAcceptedOf = dispatch === 'accepted' && status !== undefined && key === undefined
  if (userId !== undefined || key !== undefined) return (isNarrowed || isAcceptedOf) && !filter.needsAttention
  if (isOfQueue(dispatch)) return providerId !== undefined || serviceId !== undefined
  const isWide = dispatch === 'accepted' || dispatch === 'rejected'
  if (filter.needsAttention || (dispatch !== undefined && !isWide)) return false
  const isPlaced = serviceId !== undefined || providerId !== undefined
  return isAcceptedOf || (isPlaced && isWide) || (serviceId !== undefined && providerId !== undefined)
}

function isOfQueue(dispatch: DispatchState | undefined): dispatch is 'queued' | 'sending' {
  return dispatch === 'queued' || dispatch === 'sending'
}

/** Looks for a word, and by what the index does not have, among the next orders of the filter. */
async function findAmong(db: Kysely<DB>, filter: AdminOrderFilter, search?: string): Promise<FoundKeys> {
  const among = isScanned(filter) ? { ...filter, ...leftForNow(filter) } : filter
  const max = isOfQueue(among.dispatch) ? SEARCHED_IN_QUEUE_MAX : SEARCHED_MAX
  const is = [sql`true`]
  if (search !== undefined)
    is.push(sql`(link ilike ${containing(search)} or service_name ilike ${containing(search)})`)
  if (among.providerId === undefined && filter.providerId !== undefined)
    // No provider has those whose answer is not clear: `provider_id` is null.
    is.push(
      isUnresolved(filter.dispatch)
        ? isAt(filter.providerId, filter)
        : sql`provider_id = ${filter.providerId}`,
    )
  if (among.serviceId !== filter.serviceId) is.push(sql`service_id = ${filter.serviceId}`)
  if (among.status !== filter.status) is.push(sql`status = any(${filter.status}::text[])`)
  if (among.dispatch !== filter.dispatch) is.push(sql`dispatch = ${filter.dispatch}`)
  const { rows } = await sql<AdminOrderKey & { is_found: boolean }>`
    select user_id, id, coalesce(${sql.join(is, sql` and `)}, false) as is_found
    from (${newest(among, max)}) orders order by id desc`.execute(db)
  const found = rows.filter((row) => row.is_found)
  const isMore = rows.length === max && found.length < filter.count
  return { keys: found.slice(0, filter.count), searchedDownTo: isMore ? (rows.at(-1)?.id ?? null) : null }
}

/** What is compared order by order, since the range that is read does not have it. */
function leftForNow({ userId, key, serviceId, dispatch }: AdminOrderFilter): Partial<AdminOrderFilter> {
  if (key !== undefined) return { providerId: undefined, serviceId: undefined }
  const isAccepted = dispatch === 'accepted'
  if (userId !== undefined)
    return {
      providerId: undefined,
      ...(serviceId !== undefined && { status: undefined }),
      ...(isAccepted && { dispatch: undefined }),
    }
  if (isOfQueue(dispatch)) return { providerId: undefined, serviceId: undefined }
  return { dispatch: undefined, ...(serviceId !== undefined && { providerId: undefined }) }
}

/** Orders of the customers whose email begins with the search. */
async function findByEmail(
  db: Kysely<DB>,
  filter: AdminOrderFilter,
  search: string,
): Promise<AdminOrderKey[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', `${literally(search.toLowerCase())}%`)
    .limit(CUSTOMERS_MAX)
    .execute()
  const { userId, count } = filter
  const each = rows
    .filter(({ id }) => userId === undefined || id === userId)
    .map(({ id }) => sql`(select user_id, id from (${newest({ ...filter, userId: id }, count)}) own)`)
  if (each.length === 0) return []
  return readKeys(db, sql`${sql.join(each, sql` union all `)} order by id desc limit ${count}`)
}

/** The newest orders of the filter without its search, each status from its own index range. */
function newest(filter: AdminOrderFilter, count: number): RawBuilder<unknown> {
  const { userId, dispatch } = filter
  const rest = sql`order by id desc limit ${count}`
  if (isOfQueue(dispatch))
    // `offset 0` keeps the look-up per queue entry. Without it the planner reads all PENDING orders: 24,206 rows for a page
    // of 50, where some hundred do.
    return sql`select own.user_id, own.id, link, service_name, entry.provider_id, service_id, status, dispatch from dispatch_queue entry cross join lateral (
        select user_id, id, link, service_name, service_id, status, dispatch from orders
        where orders.user_id = entry.user_id and orders.id = entry.order_id and ${isWanted(filter)} offset 0) own
      where ${isInQueue(dispatch)} and entry.order_id < ${below(filter)} ${inQueueOrder(userId)} limit ${count}`
  const some = (of?: RawBuilder<unknown>) =>
    userId === undefined
      ? sql`(select ${listed} from orders where ${of ?? sql`true`} and ${isWanted(filter)} ${rest})`
      : ownRange(userId, filter, { of, count })
  const ranges = rangesOfFilter(filter)
  if (ranges === undefined) return some()
  const each = ranges.map(some)
  return each.length === 1
    ? sql`${each[0]}`
    : sql`select * from (${sql.join(each, sql` union all `)}) each ${rest}`
}

/** Each status of a key, of what was not sent, of a service or of a provider is a range of its own. */
function rangesOfFilter(filter: AdminOrderFilter): RawBuilder<unknown>[] | undefined {
  const { userId, key, dispatch, status, serviceId, providerId } = filter
  const isOf = (statuses: readonly OrderStatus[], one: RawBuilder<unknown>) =>
    statuses.map((own) => sql`${one} and status = ${sql.lit(own)}`)
  if (key !== undefined) return rangesOf({ key, status: isUnresolved(dispatch) ? ['PENDING'] : status })
  if (filter.needsAttention) return userId === undefined ? undefined : [needsAttention]
  const isPlaced = serviceId !== undefined || providerId !== undefined
  if (isUnresolved(dispatch)) return isOf(['PENDING'], sql`dispatch = ${sql.lit(dispatch)}`)
  if (dispatch === 'rejected' && !isPlaced)
    return isOf(status ?? orderStatuses, sql`dispatch = ${sql.lit(dispatch)}`)
  if (userId !== undefined)
    return serviceId === undefined ? rangesOf({ key, status }) : [sql`service_id = ${serviceId}`]
  if (!isPlaced) return rangesOf({ key, status })
  const place = serviceId === undefined ? sql`provider_id = ${providerId}` : sql`service_id = ${serviceId}`
  return isOf(status ?? orderStatuses, place)
}

const listed = sql`user_id, id, link, service_name, provider_id, service_id, status, dispatch`

/** One customer's orders, by indexes that begin with `user_id`. */
function ownRange(
  userId: number,
  filter: AdminOrderFilter,
  { of, count }: { of: RawBuilder<unknown> | undefined; count: number },
): RawBuilder<unknown> {
  const own = { before: filter.before, columns: listed, count, isWanted: isWanted(filter) }
  return newestRange(userId, of === undefined ? own : { ...own, of })
}

/** Orders queue entries newest first, of all customers or of one. */
function inQueueOrder(userId: number | undefined): RawBuilder<unknown> {
  return userId === undefined
    ? sql`order by entry.order_id desc`
    : sql`and ${ofCustomer(userId, 'entry')} order by entry.user_id desc, entry.order_id desc`
}

/** Orders that the search names by an id or a link, at any age. */
function findNamed(search: string, filter: AdminOrderFilter): RawBuilder<unknown> {
  const { userId, count } = filter
  const isWantedToo = sql`${isWanted(filter)} ${
    filter.dispatch === 'queued' || filter.dispatch === 'sending'
      ? sql`and exists (select from dispatch_queue entry
          where entry.user_id = orders.user_id and entry.order_id = orders.id and ${isInQueue(filter.dispatch)})`
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

/** An email or its beginning, unlike links (`tiktok.com/@name`) and names (`@name`). */
function isEmail(search: string): boolean {
  return /^[^@/]+@/.test(search)
}

const ID_MAX = 9_223_372_036_854_775_807n

function below({ before }: AdminOrderFilter) {
  return sql`${before ?? ID_MAX}::bigint`
}

/** Few orders are in these states; they have an index of their own. */
function isUnresolved(dispatch: DispatchState | undefined): dispatch is 'unknown' | 'review' {
  return dispatch === 'unknown' || dispatch === 'review'
}

function isInQueue(dispatch: 'queued' | 'sending'): RawBuilder<unknown> {
  return dispatch === 'queued'
    ? sql`entry.token is null`
    : sql`entry.token is not null and entry.lease_until is not null`
}

/**
 * The filter's conditions but for the queue entry and the customer. The customer must not be repeated with `=` beside
 * `ofCustomer`: the planner would drop it from the sort order and read all customers' newest orders.
 */
function isWanted(filter: AdminOrderFilter): RawBuilder<unknown> {
  const { status, dispatch } = filter
  const is = [sql`orders.id < ${below(filter)}`]
  if (status !== undefined) is.push(sql`orders.status in (${sql.join(status.map((one) => sql.lit(one)))})`)
  if (dispatch !== undefined)
    is.push(sql`orders.dispatch = ${sql.lit(dispatch === 'sending' ? 'queued' : dispatch)}`)
  if (dispatch !== undefined && dispatch !== 'accepted' && dispatch !== 'rejected')
    is.push(sql`orders.status = 'PENDING'`)
  if (filter.serviceId !== undefined) is.push(sql`orders.service_id = ${filter.serviceId}`)
  if (filter.providerId !== undefined) is.push(isAt(filter.providerId, filter))
  if (filter.key !== undefined) is.push(sql`orders.key_id = ${filter.key}::uuid`)
  if (filter.needsAttention) is.push(needsAttention)
  return sql.join(is, sql` and `)
}

/** The provider has it. Where it need not: it is queued for it, or its answer is not clear. */
function isAt(providerId: number, { dispatch, needsAttention }: AdminOrderFilter): RawBuilder<unknown> {
  const isTaken = sql`orders.provider_id = ${providerId}`
  if (dispatch === 'queued' || dispatch === 'sending')
    return sql`(select waiting.provider_id from dispatch_queue waiting
      where waiting.user_id = orders.user_id and waiting.order_id = orders.id) = ${providerId}`
  if (!needsAttention && !isUnresolved(dispatch)) return isTaken
  return sql`(${isTaken} or (select tried.provider_id from order_attempts tried where tried.user_id = orders.user_id
    and tried.order_id = orders.id order by tried.number desc limit 1) = ${providerId})`
}

/** How many orders are in review. Counted through the list's index, up to `max`: an outage may leave 100,000. */
export async function countOrdersForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  const some = db.selectFrom('orders').select('id').where(needsAttention).orderBy('id').limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
