import { money } from '#contract/base/money.ts'
import type { Reconciliation } from '#contract/reports/reconciliation.ts'
import type { Context } from '#server/context.ts'

import {
  type BalanceRow,
  type ChargeRow,
  type DepositRow,
  findCountedUntil,
  listBalanceDays,
  listGatewayDays,
  listProviderDays,
} from './reconciliation-queries.ts'

const NAMED_MAX = 100
const DAY_MS = 86_400_000

/** A day's ledger beside what others say of it; without a day yesterday, the last that is over. */
export async function readReconciliation(
  { db, clock }: Context,
  asked: string | undefined,
): Promise<Omit<Reconciliation, 'success'>> {
  const day = asked ?? new Date(clock().getTime() - DAY_MS).toISOString().slice(0, 10)
  const [deposits, charges, balances, countedUntil] = await Promise.all([
    listGatewayDays(db, day, NAMED_MAX),
    listProviderDays(db, day, NAMED_MAX),
    listBalanceDays(db, day),
    findCountedUntil(db),
  ])
  return {
    day,
    counted_until: countedUntil,
    gateways: [...Map.groupBy(deposits, ({ gateway }) => gateway).values()].map(toGateway),
    providers: [...Map.groupBy(charges, ({ provider_id: id }) => id).values()].map((rows) =>
      toProvider(
        rows,
        balances.find(({ provider_id: id }) => id === rows[0]?.provider_id),
      ),
    ),
  }
}

function toGateway(rows: readonly DepositRow[]): Reconciliation['gateways'][number] {
  const [first] = rows
  if (first === undefined) throw new Error('a group has a row')
  return {
    gateway: first.gateway,
    deposits: first.deposits,
    confirmed: money(first.confirmed_sum),
    credited: money(first.credited_sum),
    differences: first.differences,
    named: rows.flatMap(({ id, ...row }) =>
      id === null
        ? []
        : {
            id: Number(id),
            user_id: row.user_id,
            reference: row.reference,
            code: row.code,
            gateway_status: row.gateway_status,
            confirmed: money(row.confirmed),
            credited: money(row.credited),
          },
    ),
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
