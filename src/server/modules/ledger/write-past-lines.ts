import { sql } from 'kysely'

import type { Money } from '#contract/base/money.ts'
import { type OrderStatus, orderStatuses } from '#contract/orders/order-statuses.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { counterOf } from './account.ts'
import { houseAccount, type PostingKind } from './posting-kinds.ts'

/** A ledger row of past data. `id`: from `reserveTransactionIds`, so that the rows of all customers are in time order. */
export type PastLine = {
  id: bigint
  userId: number
  kind: PostingKind
  /** Above zero; the kind says which way it moves. */
  amount: Money
  /** The gateway of the clearing account, for kinds that have one. */
  gateway?: string
  orderId?: bigint
  /** A deposit's own row has its id. */
  depositId?: bigint
  paymentMethod?: string
  referenceId?: string
  createdAt: Date
}

/** The next `count` ids of ledger rows and deposits. */
export async function reserveTransactionIds(tx: Tx, count: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select nextval('transaction_ids') as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Writes the demo's rows, oldest first, with the resulting balances and sums, in one statement. The database refuses a
 * balance that was below zero at any time. Only while nothing else writes the accounts: no row may be newer.
 */
export async function writePastLines(tx: Tx, lines: readonly PastLine[]): Promise<void> {
  const houses = lines.map(({ kind, gateway }) => houseAccount(kind, gateway))
  await sql`
    with given as materialized (
      select * from unnest(${lines.map(({ userId }) => userId)}::int[], ${lines.map(({ id }) => id)}::bigint[],
        ${lines.map(({ kind }) => kind.type)}::text[], ${houses}::text[],
        ${lines.map(({ kind, amount }) => (kind.sign > 0 ? amount : -amount))}::bigint[],
        ${lines.map(({ orderId }) => orderId ?? null)}::bigint[],
        ${lines.map(({ depositId }) => depositId ?? null)}::bigint[],
        ${lines.map(({ paymentMethod }) => paymentMethod ?? null)}::text[],
        ${lines.map(({ referenceId }) => referenceId ?? null)}::text[],
        ${lines.map(({ createdAt }) => createdAt)}::timestamptz[])
        with ordinality as given (user_id, id, type, house, signed, order_id, deposit_id, payment_method, reference_id,
          created_at, place)
    ), moved as (
      update accounts set balance = balance + all_signed, transactions_seq = transactions_seq + lines,
        orders_total = orders_total + order_sum, refunds_total = refunds_total + refund_sum
      from (
        select user_id, sum(signed)::bigint as all_signed, count(*)::int as lines,
          coalesce(sum(signed) filter (where type = 'order'), 0)::bigint as order_sum,
          coalesce(sum(signed) filter (where type = 'refund'), 0)::bigint as refund_sum
        from given group by user_id
      ) sums
      where accounts.user_id = sums.user_id
      returning accounts.user_id, balance - all_signed as balance, transactions_seq - lines as seq
    ), summed as (
      insert into account_sums (user_id, name, amount)
      select user_id, type, sum(signed) from given where type in ('deposit', 'bonus') group by user_id, type
      on conflict (user_id, name) do update set amount = account_sums.amount + excluded.amount
    )
    insert into transactions (user_id, id, seq, type, from_account, to_account, amount, balance_after, order_id,
      deposit_id, payment_method, reference_id, created_at)
    select user_id, id, moved.seq + row_number() over own, type, case when signed > 0 then house else 'customer' end,
      case when signed > 0 then 'customer' else house end, abs(signed), moved.balance + sum(signed) over own, order_id,
      deposit_id, payment_method, reference_id, created_at
    from given join moved using (user_id)
    window own as (partition by user_id order by place)
    order by place`.execute(tx)
}

/** Adds the demo's past orders, numbered from 1 for each customer, to their account's counters. */
export async function countPastOrders(
  tx: Tx,
  orders: readonly { userId: number; status: OrderStatus }[],
): Promise<void> {
  const columns = sql.join(
    orderStatuses.map((status) => {
      const column = sql.ref(counterOf[status])
      return sql`${column} = ${column} + (select count(*) from unnest(statuses) as one (status) where status = ${status})`
    }),
  )
  await sql`
    update accounts set orders_seq = orders_seq + cardinality(statuses), ${columns}
    from (
      select user_id, array_agg(status) as statuses
      from unnest(${orders.map(({ userId }) => userId)}::int[], ${orders.map(({ status }) => status)}::text[])
        as placed (user_id, status) group by user_id
    ) counted
    where accounts.user_id = counted.user_id`.execute(tx)
}
