import { CompiledQuery } from 'kysely'

import type { Tx } from '#server/lib/postgres/transact.ts'

import { countOnShard, type Spent } from './key-limits-statement.ts'
import type { KeySpending, OrderToPlace, Placing, Undecided } from './place-rows.ts'

/** A row of `judgeManyStatement`. Amounts are in units of 0.00000001 USD. */
type Judged = {
  at: number
  user_id: number
  name: string | null
  type: string | null
  rate: bigint | null
  min: number | null
  max: number | null
  refill: boolean | null
  cancel: boolean | null
  supply_id: number | null
  provider_id: number | null
  price: bigint | null
  balance: bigint | null
  owed: bigint | null
  rate_reason: string
  refusal: (Placing | Undecided)['outcome'] | null
  /** The number among the customer's accepted orders, from 1, and what they cost up to this one. */
  place: number | null
  paid: bigint | null
} & Partial<KeySpending & { counter: string | null; today: string | null }>

type Accepted = Judged & { place: number; price: bigint; paid: bigint }
type Debited = { balance: bigint; transactions_seq: number; orders_seq: number }
/** An accepted order with its row. */
type Placed = Accepted & { id: bigint; createdAt: Date; transactionSeq: number; balanceAfter: bigint }

/**
 * Places orders of customers of one shard of a cluster, in a tx on their node only: the same as `placeManyStatement`, but each
 * table in its own statement, whose rows are parameters. `judge` is the text of `judgeManyStatement`.
 */
export async function placeOnShard(
  tx: Tx,
  items: readonly OrderToPlace[],
  { judge, values }: { judge: string; values: unknown[] },
): Promise<(Placing | Undecided)[]> {
  const judged = await run<Judged>(tx, judge, values)
  const accepted = judged.filter((row): row is Accepted => row.place !== null)
  const users = Map.groupBy(accepted, (row) => row.user_id)
  const placed = accepted.length === 0 ? [] : await placeAccepted(tx, items, { accepted, users })
  const keys = await countOnShard((text, parameters) => run(tx, text, parameters), placed)
  const placedAt = new Map(placed.map((row) => [row.at, row]))
  return judged.map((row) => {
    const spent = users.get(row.user_id)?.at(-1)?.paid ?? 0n
    return toAnswer(row, placedAt.get(row.at), { spent, keys: keys(row) })
  })
}

type ByUser = ReadonlyMap<number, Accepted[]>

async function placeAccepted(
  tx: Tx,
  items: readonly OrderToPlace[],
  { accepted, users }: { accepted: readonly Accepted[]; users: ByUser },
): Promise<Placed[]> {
  const placed = await insertOrders(tx, items, { accepted, debited: await debit(tx, users) })
  await insertRest(tx, placed)
  return placed
}

async function run<Row>(tx: Tx, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, values))
  return rows
}

/** The accounts are locked, and cover what was accepted. */
async function debit(tx: Tx, users: ByUser): Promise<Map<number, Debited>> {
  const all = [...users].map(([userId, orders]) => ({
    userId,
    spent: orders.at(-1)?.paid ?? 0n,
    count: orders.length,
  }))
  const rows = await run<Debited & { user_id: number }>(
    tx,
    `update accounts
     set balance = accounts.balance - spent, orders_total = orders_total - spent,
         transactions_seq = transactions_seq + orders, orders_seq = orders_seq + orders, pending = pending + orders
     from unnest($1::int[], $2::bigint[], $3::int[]) as total (user_id, spent, orders)
     where accounts.user_id = total.user_id and accounts.user_id = any ($1::int[]) and accounts.balance >= spent
     returning accounts.user_id, accounts.balance + spent as balance,
       transactions_seq - orders as transactions_seq, orders_seq - orders as orders_seq`,
    [all.map(({ userId }) => userId), all.map(({ spent }) => spent), all.map(({ count }) => count)],
  )
  return new Map(rows.map((row) => [row.user_id, row]))
}

async function insertOrders(
  tx: Tx,
  items: readonly OrderToPlace[],
  { accepted, debited }: { accepted: readonly Accepted[]; debited: ReadonlyMap<number, Debited> },
): Promise<Placed[]> {
  const all = accepted.map((row) => {
    const [item, before] = [items[row.at - 1], debited.get(row.user_id)]
    if (item === undefined || before === undefined) throw new Error('an account changed under its lock')
    return { row, item, before }
  })
  const of = (read: (one: (typeof all)[number]) => unknown) => all.map(read)
  const rows = await run<{ user_id: number; seq: number; id: bigint; created_at: Date }>(
    tx,
    `insert into orders (user_id, seq, service_id, service_name, service_type, link, quantity, details, rate, price,
       remains, refill, cancel, idempotency_key, request_hash, key_id, review_code, review_details)
     select user_id, seq, service_id, name, type, link, quantity, details, rate, price, quantity, refill, cancel,
       idempotency_key, request_hash, key_id, review_code, case when review_code is not null then '{}'::jsonb end
     from unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::int[], $8::jsonb[],
       $9::bigint[], $10::bigint[], $11::boolean[], $12::boolean[], $13::text[], $14::bytea[], $15::uuid[], $16::text[])
       with ordinality as accepted (user_id, seq, service_id, name, type, link, quantity, details, rate, price, refill,
         cancel, idempotency_key, request_hash, key_id, review_code, at)
     order by at
     returning user_id, seq, id, created_at`,
    [
      of(({ row }) => row.user_id),
      of(({ row, before }) => before.orders_seq + row.place),
      of(({ item }) => item.serviceId),
      of(({ row }) => row.name),
      of(({ row }) => row.type),
      of(({ item }) => item.link),
      of(({ item }) => item.quantity),
      of(({ item }) => JSON.stringify(item.details)),
      of(({ row }) => row.rate),
      of(({ row }) => row.price),
      of(({ row }) => row.refill),
      of(({ row }) => row.cancel),
      of(({ item }) => item.idempotencyKey),
      of(({ item }) => item.requestHash),
      of(({ item }) => item.keyId),
      // Sold by hand: not sent until a supply can fulfil it, and staff see why.
      of(({ row }) => (row.supply_id === null ? 'no_provider' : null)),
    ],
  )
  const found = new Map(rows.map((row) => [`${row.user_id} ${row.seq}`, row]))
  return all.map(({ row, before }) => {
    const order = found.get(`${row.user_id} ${before.orders_seq + row.place}`)
    if (order === undefined) throw new Error('an order has no row')
    return {
      ...row,
      id: order.id,
      createdAt: order.created_at,
      transactionSeq: before.transactions_seq + row.place,
      balanceAfter: before.balance - row.paid,
    }
  })
}

/** Ledger row, timeline and queue entry. */
async function insertRest(tx: Tx, placed: readonly Placed[]): Promise<void> {
  const of = (read: (one: Placed) => unknown) => placed.map(read)
  const keys = [of((row) => row.user_id), of((row) => row.id)]
  await run(
    tx,
    `insert into transactions (user_id, order_id, seq, type, from_account, to_account, amount, balance_after)
     select user_id, id, seq, 'order', 'customer', 'revenue', price, balance_after
     from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::bigint[])
       as placed (user_id, id, seq, price, balance_after)`,
    [...keys, of((row) => row.transactionSeq), of((row) => row.price), of((row) => row.balanceAfter)],
  )
  await run(
    tx,
    `insert into order_events (user_id, order_id, type, details)
     select user_id, id, 'created', reason
     from unnest($1::int[], $2::bigint[], $3::jsonb[]) as placed (user_id, id, reason)`,
    [...keys, of((row) => row.rate_reason)],
  )
  await run(
    tx,
    `insert into dispatch_queue (user_id, order_id, provider_id, supply_id, due_at)
     select user_id, id, provider_id, supply_id, case when supply_id is not null then now() end
     from unnest($1::int[], $2::bigint[], $3::int[], $4::int[]) as placed (user_id, id, provider_id, supply_id)`,
    [...keys, of((row) => row.provider_id), of((row) => row.supply_id)],
  )
}

/** `spent`: by all of the customer's orders that were placed. */
function toAnswer(
  row: Judged,
  placed: Placed | undefined,
  { spent, keys }: { spent: bigint; keys?: Spent | undefined },
): Placing | Undecided {
  const { name, price, min, max, owed } = row
  const balance = row.balance === null ? null : row.balance - spent
  const funds = keys && {
    own_limit: row.own_limit ?? null,
    own_spent: added(row.own_spent, keys.own),
    all_limit: row.all_limit ?? null,
    all_spent: added(row.all_spent, keys.all),
  }
  return {
    service_name: name,
    price,
    min,
    max,
    owed,
    balance,
    id: placed?.id ?? null,
    created_at: placed?.createdAt ?? null,
    balance_after: placed?.balanceAfter ?? null,
    provider_id: placed?.provider_id ?? null,
    ...funds,
    outcome: placed === undefined ? (row.refusal ?? toRefusal(price, { balance, ...funds })) : 'placed',
  }
}

function added(spent: bigint | null | undefined, more: bigint): bigint | null {
  return spent === null || spent === undefined ? null : spent + more
}

/** Not accepted, although nothing is wrong with it: what is left does not cover it, or it does once it is tried alone. */
function toRefusal(
  price: bigint | null,
  { balance, ...keys }: { balance: bigint | null } & Partial<KeySpending>,
): 'daily_limit' | 'insufficient' | 'again' {
  const exceeds = (limit: bigint | null = null, spent: bigint | null = null) =>
    price !== null && limit !== null && spent !== null && price > limit - spent
  if (exceeds(keys.own_limit, keys.own_spent) || exceeds(keys.all_limit, keys.all_spent)) return 'daily_limit'
  return exceeds(balance, 0n) ? 'insufficient' : 'again'
}
