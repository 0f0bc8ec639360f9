import { type RawBuilder, sql } from 'kysely'

/**
 * The newest of one customer's, of those that an index puts together (`of`). It is asked for so that only an index which
 * begins with the customer answers it in order: of a plain one (`user_id = … order by id`) the planner thinks it cheaper to
 * go through everybody's newest in `orders_by_id`, which for a customer who ordered long ago is all of them.
 */
export function stretch(
  userId: number,
  { of, isBelow = sql``, count, columns = sql`id` }: Stretch,
): RawBuilder<unknown> {
  const own = sql`user_id = any (${[userId]}::int[])`
  return of === undefined
    ? sql`(select ${columns} from orders where ${own} ${isBelow} order by user_id desc, id desc limit ${count})`
    : sql`(select ${columns} from orders where ${own} and ${of} ${isBelow} order by user_id, id desc limit ${count})`
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
