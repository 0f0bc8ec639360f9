import { type RawBuilder, sql } from 'kysely'

import { ofCustomer } from '#server/database/of-customer.ts'

/** The newest of one customer's, of those that an index puts together (`of`). */
export function stretch(
  userId: number,
  { of, isBelow = sql``, count, columns = sql`id` }: Stretch,
): RawBuilder<unknown> {
  const own = ofCustomer(userId)
  return of === undefined
    ? sql`(select ${columns} from orders where ${own} ${isBelow} order by user_id desc, id desc limit ${count})`
    : sql`(select ${columns} from orders where ${own} and ${of} ${isBelow} order by user_id, id desc limit ${count})`
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
  isBelow?: RawBuilder<unknown>
  count: number
  columns?: RawBuilder<unknown>
}

/** As `orders_by_own_link` has it: in small letters, without slashes at its end. */
export function isForLink(link: RawBuilder<unknown>): RawBuilder<unknown> {
  const keyOf = (text: RawBuilder<unknown>) => sql`rtrim(lower(${text}), '/')`
  return sql`hashtextextended(${keyOf(sql`link`)}, 0) = hashtextextended(${keyOf(link)}, 0)
    and ${keyOf(sql`link`)} = ${keyOf(link)}`
}
