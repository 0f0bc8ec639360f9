import { limits } from '#contract/base/limits.ts'

/**
 * The samples of an order after a figure more, as an expression over a row that has `samples`, `seconds` and `delivered`.
 * Where they are full, the one goes whose triangle with its neighbours is the smallest: the curve changes least without
 * it. The first one and the newest stay.
 */
export const samplesWithOneMore = `case
  when coalesce(cardinality(samples), 0) < ${limits.orderSamplesMax * 2} then samples || array[seconds, delivered]
  else (
    with points as (
      select place, samples[place * 2 - 1]::bigint as x, samples[place * 2]::bigint as y
      from generate_series(1, ${limits.orderSamplesMax}) place
    ), measured as (
      select place, x, y, abs((x - lag(x) over line) * (lead(y, 1, delivered::bigint) over line - lag(y) over line)
        - (lead(x, 1, seconds::bigint) over line - lag(x) over line) * (y - lag(y) over line)) as area
      from points window line as (order by place)
    )
    select array_agg(figure::int order by place, nth)
    from measured, lateral (values (1, x), (2, y)) as pair (nth, figure)
    where place <> (select place from measured where area is not null order by area, place limit 1)
  ) || array[seconds, delivered] end`
