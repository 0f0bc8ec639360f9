import { type RawBuilder, sql } from 'kysely'

import { ofCustomer } from '#server/lib/postgres/of-customer.ts'

/**
 * The newest of one customer's, below an id: of all, or of those that an index puts together (`of`), which the planner finds
 * in their order by `ofCustomer`, as far as each is wanted. All are read by the customer's own numbers, of which there is one index: by their ids any
 * that begins with the customer would do, and be sorted, since the planner expects to be through with it after a few rows.
 * For 50 of who has a million orders among ten million that is the million.
 */
export function stretch(
  userId: number,
  { of, isWanted = sql`true`, before, count, columns = sql`id` }: Stretch,
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

/** The same index from its other end. */
export function oldestStretch(
  userId: number,
  { of, count }: { of: RawBuilder<unknown>; count: number },
): RawBuilder<unknown> {
  return sql`(select id from orders where ${ofCustomer(userId)} and ${of} order by user_id desc, id limit ${count})`
}

type Stretch = {
  of?: RawBuilder<unknown>
  isWanted?: RawBuilder<unknown>
  before?: bigint | undefined
  count: number
  columns?: RawBuilder<unknown>
}

/** The number of a customer's first order with that id or a higher one, by halves: their numbers rise with the ids. */
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

/** As `orders_by_own_link` has it: in small letters, without slashes at its end. */
export function isForLink(link: RawBuilder<unknown>): RawBuilder<unknown> {
  const keyOf = (text: RawBuilder<unknown>) => sql`rtrim(lower(${text}), '/')`
  return sql`hashtextextended(${keyOf(sql`link`)}, 0) = hashtextextended(${keyOf(link)}, 0)
    and ${keyOf(sql`link`)} = ${keyOf(link)}`
}
