import { type RawBuilder, sql } from 'kysely'

import { type OrderStatus, orderStatuses } from '#contract/orders/order-statuses.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'

/**
 * One customer's newest orders below an id, as a subquery: all of them, or those of an index range (`of`). Without `of`
 * they are read by the customer's dense numbers (`seq`), which only one index has. By id the planner may choose any
 * index that begins with the customer, and sort: for 50 orders of a customer with a million, it would read all of them.
 */
export function newestRange(
  userId: number,
  { of, isWanted = sql`true`, before, count, columns = sql`id` }: NewestRange,
): RawBuilder<unknown> {
  const below = isBelow(userId, before, of)
  return of === undefined
    ? sql`(select ${columns} from orders where user_id = ${userId} and ${below} and ${isWanted}
        order by seq desc limit ${count})`
    : sql`(select ${columns} from orders where ${ofCustomer(userId)} and ${of} and ${below} and ${isWanted}
        order by user_id, id desc limit ${count})`
}

/** In the order of the range: by number without `of`, else by id. */
export function isBelow(
  userId: number,
  before: bigint | undefined,
  of: RawBuilder<unknown> | undefined,
): RawBuilder<boolean> {
  if (before === undefined) return sql`true`
  return of === undefined ? sql`orders.seq < ${numberAt(userId, before)}` : sql`orders.id < ${before}`
}

/** The oldest orders of an index range. */
export function oldestRange(
  userId: number,
  { of, count }: { of: RawBuilder<unknown>; count: number },
): RawBuilder<unknown> {
  return sql`(select id from orders where ${ofCustomer(userId)} and ${of} order by user_id desc, id limit ${count})`
}

type NewestRange = {
  of?: RawBuilder<unknown>
  isWanted?: RawBuilder<unknown>
  before?: bigint | undefined
  count: number
  columns?: RawBuilder<unknown>
}

export type OrderFilter = {
  userId: number
  /** Any of these. */
  status?: readonly OrderStatus[] | undefined
  /** Placed by this API key. */
  key?: string | undefined
}

/** The newest orders of a filter, each status from its own index range: at most `count` of each are read. */
export function newestOf(
  { userId, ...filter }: OrderFilter,
  { before, count, columns = sql`id` }: Pick<NewestRange, 'before' | 'count' | 'columns'>,
): RawBuilder<unknown> {
  const ranges = rangesOf(filter)
  const [one, ...others] = ranges ?? []
  const isSingle = others.length === 0
  if (isSingle) return newestRange(userId, { ...(one !== undefined && { of: one }), before, count, columns })
  const each = (ranges ?? []).map((of) => newestRange(userId, { of, before, count, columns }))
  return sql`(select * from (${sql.join(each, sql` union all `)}) each order by id desc limit ${count})`
}

/** The index ranges of a filter; undefined for all of a customer's orders. A key's index is separated by status. */
export function rangesOf({
  status,
  key,
}: Pick<OrderFilter, 'status' | 'key'>): RawBuilder<boolean>[] | undefined {
  if (key === undefined) return status?.map((one) => sql`status = ${sql.lit(one)}`)
  return (status ?? orderStatuses).map((one) => sql`key_id = ${key}::uuid and status = ${sql.lit(one)}`)
}

/** The number of a customer's first order with this id or a higher one. Binary search: numbers rise with ids. */
function numberAt(userId: number, id: bigint): RawBuilder<unknown> {
  const own = sql`from orders where user_id = ${userId}`
  return sql`(
    with recursive half (low, high) as (
      select 1, coalesce(max(seq), 0) + 1 ${own}
      union all
      select case when id < ${id} then seq + 1 else low end, case when id < ${id} then high else middle end
      from (select *, (low + high) / 2 as middle from half where low < high) half
      cross join lateral (select seq, id ${own} and seq >= middle order by seq limit 1) own)
    select low from half where low >= high)`
}

/** The expression of the index `orders_by_own_link`: lower case, without trailing slashes. */
export function isForLink(link: RawBuilder<unknown>): RawBuilder<unknown> {
  const keyOf = (text: RawBuilder<unknown>) => sql`rtrim(lower(${text}), '/')`
  return sql`hashtextextended(${keyOf(sql`link`)}, 0) = hashtextextended(${keyOf(link)}, 0)
    and ${keyOf(sql`link`)} = ${keyOf(link)}`
}
