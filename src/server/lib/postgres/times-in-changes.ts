import { type RawBuilder, sql } from 'kysely'

/**
 * Times within updates. Citus does not support `now()` within `case` and `coalesce`, `clock_timestamp()`, or adding a
 * column's value to a time; it supports subqueries and arithmetic on times without a zone. A bare `now()` needs none of
 * this, and must not be a subquery.
 */
export const nowOnce = sql<Date>`(select now())`
export const clockOnce = sql<Date>`(select clock_timestamp())`

/** Same as `clock_timestamp() + interval`, for columns too. */
export function nowPlus(interval: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${clockOnce} at time zone 'UTC') + ${interval}) at time zone 'UTC'`
}
