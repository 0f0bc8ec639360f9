import { type RawBuilder, sql } from 'kysely'

import { ofCustomer } from '#server/lib/postgres/of-customer.ts'

/**
 * One customer's newest orders below an id, as a subquery: all of them, or those of an index range (`of`). Without `of`
 * they are read by the customer's dense numbers (`seq`), which only one index has. By id the planner may choose any index
 * that begins with the customer and sort: for 50 orders of a customer with a million that reads the million.
 */
export function newestRange(
  userId: number,
  { of, isWanted = sql`true`, before, count, columns = sql`id` }: NewestRange,
): RawBuilder<unknown> {
  if (of === undefined) {
    const isBelow = before === undefined ? sql`` : sql`and seq < ${numberAt(userId, before)}`
    return sql`(select ${columns} from orders where user_id = ${userId} ${isBelow} and ${isWanted}
      order by seq desc limit ${count})`
  }
  const isBelow = before === undefined ? sql`` : sql`and id < ${before}`
  return sql`(select ${columns} from orders where ${ofCustomer(userId)} and ${of} ${isBelow} and ${isWanted}
    order by user_id, id desc limit ${count})`
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

/** The number of a customer's first order with that id or a higher one. A binary search: their numbers rise with the ids. */
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
