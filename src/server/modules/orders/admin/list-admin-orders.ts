import { type Kysely, type RawBuilder, sql } from 'kysely'

import { containing, literally, toLinkSpellings, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { isForLink, newestRange } from '#server/modules/orders/reading/newest-queries.ts'
import { findKeyOwner } from '#server/modules/users/api-keys/key-names.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'
import type { Context } from '#server/context.ts'

import {
  type AdminOrderFilter,
  isAt,
  isInQueue,
  isOfQueue,
  isPlaced,
  isUnresolved,
  isWanted,
  newest,
} from './admin-order-ranges.ts'

/** Max. orders read by a search for a word or by filters without their own index, so that it never scans all. */
const SEARCHED_MAX = 500
/** The same for queued orders, where each is read in two tables. */
const SEARCHED_IN_QUEUE_MAX = 300
/** Max. customers whose email begins with the search. */
const CUSTOMERS_MAX = 10

export type AdminOrderKey = { user_id: number; id: bigint }
/** `searchedDownTo` is the id where a search stopped, if older orders are left. */
type FoundKeys = { keys: AdminOrderKey[]; searchedDownTo: bigint | null }

/**
 * Orders of all customers, newest first. With a million orders a page of any filter reads fewer than 1,000 rows
 * (test/admin-lists.test.ts). A dispatch filter implies PENDING. A search finds an order id, a provider's order id, a
 * whole link or the start of an email at any age, and a word only among the next orders of the filter. The same holds
 * for orders of a service or a provider with a second filter that has no index.
 */
export async function listAdminOrderKeys(db: Kysely<DB>, filter: AdminOrderFilter): Promise<FoundKeys> {
  const { search = '', count } = filter
  if (search === '' && isScanned(filter)) return findAmong(db, filter)
  if (search === '') return { keys: await readKeys(db, newest(filter, count)), searchedDownTo: null }
  if (isEmail(search)) return findByEmail(db, filter, search)
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
 * Filters by service or provider have an index range per status, and nothing else. Accepted orders of a status have
 * none: nearly all orders are accepted, but among open ones the few others may be the newest thousands.
 */
function isScanned(filter: AdminOrderFilter): boolean {
  const { userId, key, serviceId, providerId, dispatch, status } = filter
  const isNarrowed = providerId !== undefined || (serviceId !== undefined && (key ?? status) !== undefined)
  const isAcceptedOf = dispatch === 'accepted' && status?.some((one) => one !== 'COMPLETED') === true
  if (userId !== undefined || key !== undefined) return (isNarrowed || isAcceptedOf) && !filter.needsAttention
  if (isOfQueue(dispatch)) return providerId !== undefined || serviceId !== undefined
  const isWide = dispatch === 'accepted' || dispatch === 'rejected'
  if (filter.needsAttention || (dispatch !== undefined && !isWide)) return false
  return isAcceptedOf || (isPlaced(filter) && isWide) || (serviceId !== undefined && providerId !== undefined)
}

/** Searches for a word, and by conditions without an index, among the next orders of the filter. */
async function findAmong(db: Kysely<DB>, filter: AdminOrderFilter, search?: string): Promise<FoundKeys> {
  const among = isScanned(filter) ? { ...filter, ...leftForNow(filter) } : filter
  const max = isOfQueue(among.dispatch) ? SEARCHED_IN_QUEUE_MAX : SEARCHED_MAX
  const is = [sql`true`]
  if (search !== undefined)
    is.push(sql`(link ilike ${containing(search)} or service_name ilike ${containing(search)})`)
  if (among.providerId === undefined && filter.providerId !== undefined)
    // No provider has orders whose answer is unclear: `provider_id` is null.
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

/** Conditions that are compared order by order, since the range has no index for them. */
function leftForNow({ userId, key, serviceId, dispatch }: AdminOrderFilter): Partial<AdminOrderFilter> {
  const ofAccepted = dispatch === 'accepted' && { dispatch: undefined }
  if (key !== undefined) return { providerId: undefined, serviceId: undefined, ...ofAccepted }
  if (userId !== undefined)
    return {
      providerId: undefined,
      ...(serviceId !== undefined && { status: undefined }),
      ...ofAccepted,
    }
  if (isOfQueue(dispatch)) return { providerId: undefined, serviceId: undefined }
  return { dispatch: undefined, ...(serviceId !== undefined && { providerId: undefined }) }
}

/** Orders of customers whose email begins with the search text. */
async function findByEmail(db: Kysely<DB>, filter: AdminOrderFilter, search: string): Promise<FoundKeys> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', `${literally(search.toLowerCase())}%`)
    .limit(CUSTOMERS_MAX)
    .execute()
  const { userId, count } = filter
  const each = rows
    .filter(({ id }) => userId === undefined || id === userId)
    .map(({ id }) => ({ ...filter, userId: id, search: undefined }))
  if (each[0] === undefined) return { keys: [], searchedDownTo: null }
  if (isScanned(each[0])) return findAmongEach(db, each, count)
  const own = each.map((one) => sql`(select user_id, id from (${newest(one, count)}) own)`)
  const keys = await readKeys(db, sql`${sql.join(own, sql` union all `)} order by id desc limit ${count}`)
  return { keys, searchedDownTo: null }
}

/** Finds nothing older than where the first of them stopped. */
async function findAmongEach(
  db: Kysely<DB>,
  filters: readonly AdminOrderFilter[],
  count: number,
): Promise<FoundKeys> {
  const found: FoundKeys[] = []
  for (const filter of filters) found.push(await findAmong(db, filter))
  const end = found.reduce(
    (highest, { searchedDownTo: id }) => (id !== null && id > highest ? id : highest),
    0n,
  )
  const keys = found
    .flatMap((one) => one.keys)
    .filter(({ id }) => id >= end)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return { keys: keys.slice(0, count), searchedDownTo: end === 0n || keys.length >= count ? null : end }
}

/** Orders that the search identifies by an id or a link, at any age. */
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

/** The number of orders in review. Counted in the list's index, up to `max`: an outage may leave 100,000. */
export async function countOrdersForAttention({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  const some = db.selectFrom('orders').select('id').where(needsAttention).orderBy('id').limit(max)
  const { count } = await db
    .selectFrom(some.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
