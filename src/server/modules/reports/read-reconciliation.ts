import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import type { depositDifferences, Reconciliation } from '#contract/reports/reconciliation.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { type ChargeRow, compareCharges } from './compare-charges.ts'
import { compareLists, type ListRow } from './compare-lists.ts'

const NAMED_MAX = 100
const DAY_MS = 86_400_000

/** A UTC day's ledger compared with gateways and providers; yesterday by default. */
export async function readReconciliation(
  ctx: Context,
  requested: string | undefined,
): Promise<Omit<Reconciliation, 'success'>> {
  const { db } = ctx
  const day = requested ?? new Date(ctx.clock().getTime() - DAY_MS).toISOString().slice(0, 10)
  const period = { since: new Date(day), until: new Date(Date.parse(day) + DAY_MS), namedMax: NAMED_MAX }
  const [deposits, lists, charges, balances, countedUntil] = await Promise.all([
    listGatewayDays(db, period),
    compareLists(db, period),
    compareCharges(ctx, { ...period, day }),
    listBalanceDays(db, day),
    findCountedUntil(db),
  ])
  return {
    day,
    counted_until: countedUntil,
    gateways: toGateways(deposits, lists),
    providers: [...Map.groupBy(charges, ({ provider_id: id }) => id).values()].map((rows) =>
      toProvider(
        rows,
        balances.find(({ provider_id: id }) => id === rows[0]?.provider_id),
      ),
    ),
  }
}

type GatewayDay = Reconciliation['gateways'][number]

/** Gateways with deposits, and those with payments in their list. */
function toGateways(deposits: readonly DepositRow[], lists: readonly ListRow[]): GatewayDay[] {
  const days = Map.groupBy(deposits, ({ gateway }) => gateway)
  const listed = Map.groupBy(lists, ({ gateway }) => gateway)
  const moved = lists.filter(({ payments, differences }) => payments > 0 || differences > 0)
  const ids = new Set([...days.keys(), ...moved.map(({ gateway }) => gateway)])
  return [...ids].toSorted().map((id) => toGateway(id, days.get(id) ?? [], listed.get(id) ?? []))
}

function toGateway(gateway: string, rows: readonly DepositRow[], listed: readonly ListRow[]): GatewayDay {
  const [[first], [list]] = [rows, listed]
  const named = rows.flatMap(({ id, ...row }) => (id === null ? [] : toNamed({ ...row, id })))
  const unlike = listed.flatMap(({ code, ...row }) => (code === null ? [] : toNamed({ ...row, code })))
  return {
    gateway,
    deposits: first?.deposits ?? 0,
    confirmed: money(first?.confirmed_sum ?? 0n),
    credited: money(first?.credited_sum ?? 0n),
    taken_back: money(first?.taken_back_sum ?? 0n),
    reversed: money(first?.reversed_sum ?? 0n),
    list:
      list === undefined
        ? null
        : {
            until: list.until,
            payments: list.payments,
            amount: list.amount === null ? null : money(list.amount),
            reason: readStoredFault(list.fault),
          },
    differences: (first?.differences ?? 0) + (list?.differences ?? 0),
    named: [...named, ...unlike],
  }
}

function toNamed(
  row: Pick<DepositRow, 'reference' | 'code' | 'gateway_status' | 'confirmed' | 'credited'> & {
    id: bigint | null
    user_id: number | null
  },
): GatewayDay['named'][number] {
  return {
    id: row.id === null ? null : Number(row.id),
    user_id: row.user_id,
    reference: row.reference,
    code: row.code,
    gateway_status: row.gateway_status,
    confirmed: money(row.confirmed),
    credited: money(row.credited),
  }
}

function toProvider(
  rows: readonly ChargeRow[],
  balance: BalanceRow | undefined,
): Reconciliation['providers'][number] {
  const [first] = rows
  if (first === undefined) throw new Error('a group has a row')
  return {
    provider_id: first.provider_id,
    name: first.name,
    orders: first.orders,
    open: first.open,
    expected: money(first.expected_sum),
    charged: money(first.charged_sum),
    rounding: money(first.rounding),
    differences: first.differences,
    named: rows.flatMap(({ id, ...row }) =>
      id === null
        ? []
        : {
            id: Number(id),
            user_id: row.user_id,
            provider_order: row.provider_order,
            status: row.status,
            code: row.code,
            expected: money(row.expected),
            charged: row.charged === null ? null : money(row.charged),
          },
    ),
    balance:
      balance === undefined
        ? null
        : {
            opening: money(balance.opening),
            opening_at: balance.opening_at,
            closing: money(balance.closing),
            closing_at: balance.closing_at,
            spent: money(balance.spent),
            unexplained: money(balance.opening - balance.closing - balance.spent),
          },
  }
}

type DepositRow = {
  gateway: string
  deposits: number
  confirmed_sum: bigint
  credited_sum: bigint
  taken_back_sum: bigint
  reversed_sum: bigint
  differences: number
  id: bigint | null
  user_id: number
  reference: string | null
  gateway_status: string | null
  code: (typeof depositDifferences)[number]
  confirmed: bigint
  credited: bigint
}

/**
 * One row per difference of each gateway with the gateway's sums, or one row without an id if there is none. The
 * received amount is the gateway's figure, or the invoice's amount if it only reported the payment; what staff entered
 * or credited for a manual payment counts as confirmed. Differences below a cent come from currency conversion and are
 * not listed. What a gateway took back counts on the day of its last report.
 */
async function listGatewayDays(
  db: Kysely<DB>,
  { since, until, namedMax }: { since: Date; until: Date; namedMax: number },
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    with credited as (
      select user_id, id, substr(from_account, length('clearing:') + 1) as gateway, amount
      from transactions
      where type = 'deposit' and deposit_id = id and created_at >= ${since} and created_at < ${until}
    ), confirmed as (
      select user_id, id, gateway, reference, gateway_status, credited_amount,
        coalesce(arrived, case when gateway = 'manual' then coalesce(credited_amount, amount) when gateway_state in ('paid', 'over') then amount else 0 end) as amount,
        amount as invoiced
      from deposits
      where (completed_at >= ${since} and completed_at < ${until})
        or (status = 'review' and answered_at >= ${since} and answered_at < ${until})
    ), laid as (
      select coalesce(credited.gateway, confirmed.gateway) as gateway, user_id, id, reference, gateway_status,
        coalesce(confirmed.amount, 0) as confirmed, coalesce(credited.amount, 0) as credited,
        case when credited.amount is null then 'not_credited' when credited_amount is not null then 'by_staff'
          when credited.amount is distinct from invoiced then 'unexplained'
          when confirmed.amount > invoiced then 'more_arrived' else 'less_arrived' end as code
      from credited full join confirmed using (user_id, id)
    ), judged as (
      select *, abs(confirmed - credited) >= case when code in ('more_arrived', 'less_arrived') then 1000000 else 1 end as differs
      from laid
      union all
      select gateway, user_id, id, reference, gateway_status, taken, reversed, 'taken_back', taken <> reversed
      from deposits
      -- What arrived beyond the credit is paid back first, and is none of the customer's.
      cross join lateral (select coalesce(credited_amount, deposits.amount) as credited) own
      cross join lateral (select greatest(gateway_reversed - greatest(coalesce(arrived, credited) - credited, 0), 0) as taken) told
      where gateway_reversed_at >= ${since} and gateway_reversed_at < ${until} and status = 'completed'
    ), summed as (
      select gateway, (count(*) filter (where code <> 'taken_back'))::int as deposits,
        coalesce(sum(confirmed) filter (where code <> 'taken_back'), 0)::bigint as confirmed_sum,
        coalesce(sum(credited) filter (where code <> 'taken_back'), 0)::bigint as credited_sum,
        coalesce(sum(confirmed) filter (where code = 'taken_back'), 0)::bigint as taken_back_sum,
        coalesce(sum(credited) filter (where code = 'taken_back'), 0)::bigint as reversed_sum,
        (count(*) filter (where differs))::int as differences
      from judged group by gateway
    ), named as (
      select judged.*, row_number() over (partition by gateway order by abs(confirmed - credited) desc, id) as place
      from judged where differs
    )
    select summed.*, named.id, named.user_id, reference, gateway_status, code, confirmed, credited
    from summed left join named on named.gateway = summed.gateway and place <= ${namedMax}
    order by summed.gateway, place`.execute(db)
  return rows
}

type BalanceRow = {
  provider_id: number
  opening: bigint
  opening_at: Date
  closing: bigint
  closing_at: Date
  spent: bigint
}

/** Balances in USD at the provider's exchange rate: from the last one before the day, else the day's first, to its last. */
async function listBalanceDays(db: Kysely<DB>, day: string): Promise<BalanceRow[]> {
  const { rows } = await sql<BalanceRow>`
    select read.provider_id,
      usd_units(coalesce(earlier.last, read.first), usd_per_unit) as opening,
      coalesce(earlier.last_at, read.first_at) as opening_at,
      usd_units(read.last, usd_per_unit) as closing, read.last_at as closing_at,
      coalesce((select sum(cost) from daily_services counted
        where counted.day = read.day and counted.provider_id = read.provider_id), 0)::bigint as spent
    from provider_balances read
    join providers on providers.id = read.provider_id
    left join lateral (
      select last, last_at from provider_balances earlier
      where earlier.provider_id = read.provider_id and earlier.day < read.day and earlier.currency = read.currency
      order by earlier.day desc limit 1
    ) earlier on true
    where read.day = ${day}::date and usd_units(read.last, usd_per_unit) is not null
      and usd_units(coalesce(earlier.last, read.first), usd_per_unit) is not null`.execute(db)
  return rows
}

async function findCountedUntil(db: Kysely<DB>): Promise<Date | null> {
  const row = await db.selectFrom('daily_progress').select('counted_until').executeTakeFirst()
  return row?.counted_until ?? null
}
