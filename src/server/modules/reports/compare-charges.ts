import { sql } from 'kysely'

import { MONEY_MAX } from '#contract/base/money.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { chargeDifferences } from '#contract/reports/reconciliation.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'

export type ChargeRow = {
  provider_id: number
  name: string
  orders: number
  open: number
  expected_sum: bigint
  charged_sum: bigint
  rounding: bigint
  differences: number
  id: bigint | null
  user_id: number
  provider_order: string | null
  status: OrderStatus
  code: (typeof chargeDifferences)[number]
  expected: bigint
  charged: bigint | null
}

type Day = { day: string; since: Date; until: Date; namedMax: number }

/**
 * The same for the orders that each provider accepted on the day. An order that ended early should cost the share that was
 * delivered. A charge is as precise as it is written, at least two decimals; one that is not an amount counts as the largest.
 *
 * Reads the day's attempts, then their orders in one pass over the index by id, where they are neighbours: by key they are spread
 * over the whole table. Nested loops are off, since the planner expects few of both if statistics are old.
 */
export async function compareCharges(
  ctx: Context,
  { day, since, until, namedMax }: Day,
): Promise<ChargeRow[]> {
  return transact(ctx, async (tx) => {
    await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx)
    const { rows } = await sql<ChargeRow>`
    with attempts as materialized (
      select user_id, order_id, provider_id, provider_order, cost, charge, pieces from order_attempts
      where state = 'accepted' and finished_at >= ${since} and finished_at < ${until}
    ), orders_of_day as materialized (
      select user_id, id, status, remains, quantity from orders
      where id = any (array (select order_id from attempts order by order_id))
    ), taken as (
      select orders.id, orders.user_id, attempts.provider_id, attempts.provider_order, orders.status, charge,
        case when orders.status in ('PARTIAL', 'CANCELED') and orders.remains is not null
          then attempts.cost - attempts.cost::numeric * least(orders.remains, whole) / whole else attempts.cost end as expected,
        coalesce(usd_units(charge, providers.usd_per_unit), case when charge > 0 then ${MONEY_MAX}::bigint end) as charged,
        power(10::numeric, -greatest(2, scale(trim_scale(coalesce(charge, 0))))) * providers.usd_per_unit * 100000000 as grain
      from attempts
      join orders_of_day orders on orders.user_id = attempts.user_id and orders.id = attempts.order_id
      join providers on providers.id = attempts.provider_id,
        lateral (select greatest(1, coalesce(attempts.pieces, orders.quantity)) as whole) measure
    ), judged as (
      select id, user_id, provider_id, provider_order, status, round(expected)::bigint as expected, charged,
        case when charged is null then case when status in ('PENDING', 'PROCESSING') then 'open' else 'not_told' end
          when status in ('PENDING', 'PROCESSING', 'REFILL') and charged = 0 then 'open'
          when abs(charged - expected) <= grain then 'rounding'
          when charged > expected then 'charged_more' else 'charged_less' end as code
      from taken
    ), summed as (
      select provider_id, count(*)::int as orders, (count(*) filter (where code = 'open'))::int as open,
        (sum(expected) filter (where code <> 'open'))::bigint as expected_sum,
        (sum(charged) filter (where code <> 'open'))::bigint as charged_sum,
        coalesce(sum(charged - expected) filter (where code = 'rounding'), 0)::bigint as rounding,
        (count(*) filter (where code not in ('open', 'rounding')))::int as differences
      from judged group by provider_id
    ), named as (
      select judged.*, row_number() over (
          partition by provider_id order by abs(expected - coalesce(charged, 0)) desc, id) as place
      from judged where code not in ('open', 'rounding')
    )
    select providers.id as provider_id, providers.name, coalesce(orders, 0) as orders, coalesce(open, 0) as open,
      coalesce(expected_sum, 0) as expected_sum, coalesce(charged_sum, 0) as charged_sum, coalesce(rounding, 0) as rounding,
      coalesce(differences, 0) as differences, named.id, named.user_id, provider_order, status, code, expected, charged
    from providers left join summed on summed.provider_id = providers.id
    left join named on named.provider_id = providers.id and place <= ${namedMax}
    where summed.provider_id is not null
      or exists (select from provider_balances read where read.provider_id = providers.id and read.day = ${day}::date)
    order by providers.name, providers.id, place`.execute(tx)
    return rows
  })
}
