import { type RawBuilder, sql } from 'kysely'

/**
 * Times within updates. Citus supports no `now()` within `case` and `coalesce`, no `clock_timestamp()`, and no sum of a time and
 * what a column says; it supports subqueries, and sums of times without a zone. `now()` on its own needs none of these, and must not
 * be a subquery.
 */
export const nowOnce = sql<Date>`(select now())`
export const clockOnce = sql<Date>`(select clock_timestamp())`

/** As `clock_timestamp() + interval`, of columns too. */
export function nowPlus(interval: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${clockOnce} at time zone 'UTC') + ${interval}) at time zone 'UTC'`
}
