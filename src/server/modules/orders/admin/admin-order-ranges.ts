import { type RawBuilder, sql } from 'kysely'

import { type DispatchState, orderStatuses, type OrderStatus } from '#contract/orders/order-statuses.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import { newestRange, rangesOf } from '#server/modules/orders/reading/newest-queries.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'

export type AdminOrderFilter = {
  userId: number | undefined
  /** Any of these statuses. */
  status: readonly OrderStatus[] | undefined
  dispatch: DispatchState | undefined
  serviceId?: number | undefined
  providerId?: number | undefined
  needsAttention: boolean
  /** Only orders by this API key of `userId`. */
  key: string | undefined
  search: string | undefined
  before: bigint | undefined
  count: number
}

/** The newest orders of the filter without its search, each status from its own index range. */
export function newest(filter: AdminOrderFilter, count: number): RawBuilder<unknown> {
  const { userId, dispatch } = filter
  const rest = sql`order by id desc limit ${count}`
  if (isOfQueue(dispatch))
    // `offset 0` keeps the look-up per queue entry. Without it the planner reads all PENDING orders: 24,206 rows for a page
    // of 50, where some hundred do.
    return sql`select own.user_id, own.id, link, service_name, entry.provider_id, service_id, status, dispatch from dispatch_queue entry cross join lateral (
        select user_id, id, link, service_name, service_id, status, dispatch from orders
        where orders.user_id = entry.user_id and orders.id = entry.order_id and ${isWanted(filter)} offset 0) own
      where ${isInQueue(dispatch)} and entry.order_id < ${below(filter)} ${inQueueOrder(userId)} limit ${count}`
  if (isNotSent(filter)) return newestNotSent(filter, count)
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

/** Each status of a key, a service or a provider is a range of its own. */
function rangesOfFilter(filter: AdminOrderFilter): RawBuilder<unknown>[] | undefined {
  const { userId, key, dispatch, status, serviceId, providerId } = filter
  if (key !== undefined) return rangesOf({ key, status: isUnresolved(dispatch) ? ['PENDING'] : status })
  if (filter.needsAttention) return userId === undefined ? undefined : [needsAttention]
  if (userId !== undefined)
    return serviceId === undefined ? rangesOf({ key, status }) : [sql`service_id = ${serviceId}`]
  if (!isPlaced(filter)) return rangesOf({ key, status })
  const one = serviceId === undefined ? sql`provider_id = ${providerId}` : sql`service_id = ${serviceId}`
  return (status ?? orderStatuses).map((own) => sql`${one} and status = ${sql.lit(own)}`)
}

export function isPlaced({
  serviceId,
  providerId,
}: Pick<AdminOrderFilter, 'serviceId' | 'providerId'>): boolean {
  return serviceId !== undefined || providerId !== undefined
}

function isNotSent({ key, dispatch, needsAttention: isToReview, ...filter }: AdminOrderFilter): boolean {
  if (key !== undefined) return false
  return isUnresolved(dispatch) || (dispatch === 'rejected' && !isToReview && !isPlaced(filter))
}

/**
 * Orders that no provider accepted, each status in a range of an index. Ordered by the state as well, which only that index has:
 * the planner takes it to be independent of the status, and would search for the few completed ones among all completed orders.
 */
function newestNotSent(filter: AdminOrderFilter, count: number): RawBuilder<unknown> {
  const { userId, dispatch, status } = filter
  const [isTheirs, first] = userId === undefined ? [sql`true`, sql``] : [ofCustomer(userId), sql`user_id,`]
  const statuses = isUnresolved(dispatch) ? (['PENDING'] as const) : (status ?? orderStatuses)
  const each = statuses.map(
    (
      one,
    ) => sql`(select ${listed} from orders where ${isTheirs} and dispatch = any (array[${sql.lit(dispatch)}])
      and status = ${sql.lit(one)} and ${isWanted(filter, { isSent: false })} order by ${first} dispatch, id desc limit ${count})`,
  )
  return sql`select * from (${sql.join(each, sql` union all `)}) each order by id desc limit ${count}`
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

/** Sorts queue entries newest first, for all customers or one. */
function inQueueOrder(userId: number | undefined): RawBuilder<unknown> {
  return userId === undefined
    ? sql`order by entry.order_id desc`
    : sql`and ${ofCustomer(userId, 'entry')} order by entry.user_id desc, entry.order_id desc`
}

export function isOfQueue(dispatch: DispatchState | undefined): dispatch is 'queued' | 'sending' {
  return dispatch === 'queued' || dispatch === 'sending'
}

/** Few orders are in these states; they have their own index. */
export function isUnresolved(dispatch: DispatchState | undefined): dispatch is 'unknown' | 'review' {
  return dispatch === 'unknown' || dispatch === 'review'
}

export function isInQueue(dispatch: 'queued' | 'sending'): RawBuilder<unknown> {
  return dispatch === 'queued'
    ? sql`entry.token is null`
    : sql`entry.token is not null and entry.lease_until is not null`
}

/**
 * The filter's conditions except for queue entry and customer. The customer must not be repeated with `=` next to
 * `ofCustomer`: the planner would drop it from the sort order and read all customers' newest orders.
 */
export function isWanted(filter: AdminOrderFilter, { isSent = true } = {}): RawBuilder<unknown> {
  const { status, dispatch } = filter
  const is = [sql`orders.id < ${below(filter)}`]
  if (status !== undefined) is.push(sql`orders.status in (${sql.join(status.map((one) => sql.lit(one)))})`)
  if (dispatch !== undefined && isSent)
    is.push(sql`orders.dispatch = ${sql.lit(dispatch === 'sending' ? 'queued' : dispatch)}`)
  if (dispatch !== undefined && dispatch !== 'accepted' && dispatch !== 'rejected')
    is.push(sql`orders.status = 'PENDING'`)
  if (filter.serviceId !== undefined) is.push(sql`orders.service_id = ${filter.serviceId}`)
  if (filter.providerId !== undefined) is.push(isAt(filter.providerId, filter))
  if (filter.key !== undefined) is.push(sql`orders.key_id = ${filter.key}::uuid`)
  if (filter.needsAttention) is.push(needsAttention)
  return sql.join(is, sql` and `)
}

/** The provider has the order; with `dispatch` queued or sending: it is queued for it; if unresolved: or was last tried there. */
export function isAt(
  providerId: number,
  { dispatch, needsAttention }: AdminOrderFilter,
): RawBuilder<unknown> {
  const isTaken = sql`orders.provider_id = ${providerId}`
  if (dispatch === 'queued' || dispatch === 'sending')
    return sql`(select waiting.provider_id from dispatch_queue waiting
      where waiting.user_id = orders.user_id and waiting.order_id = orders.id) = ${providerId}`
  if (!needsAttention && !isUnresolved(dispatch)) return isTaken
  return sql`(${isTaken} or (select tried.provider_id from order_attempts tried where tried.user_id = orders.user_id
    and tried.order_id = orders.id order by tried.number desc limit 1) = ${providerId})`
}

const ID_MAX = 9_223_372_036_854_775_807n

function below({ before }: AdminOrderFilter) {
  return sql`${before ?? ID_MAX}::bigint`
}
