import { type Kysely, sql } from 'kysely'

import { type Money, money } from '#contract/base/money.ts'
import type { TransactionType } from '#contract/ledger/transactions.ts'
import type { OrderStatus } from '#contract/orders/order-statuses.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type Discount = { basisPoints: number; until: Date | null }

/** Creates a customer's only account, in the tx that creates the user, with the discount if given. */
export async function openAccount(tx: Tx, userId: number, discount?: Discount): Promise<void> {
  await tx.insertInto('accounts').values({ user_id: userId }).execute()
  if (discount !== undefined) await setDiscount(tx, { userId, ...discount })
}

export async function setDiscount(
  tx: Tx,
  { userId, basisPoints, until }: Discount & { userId: number },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ discount_basis_points: basisPoints, discount_until: until })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Allows or forbids orders to use the balance, from the commit on; statements already waiting for the account are
 * refused too. Call it in the tx that changes the user's state. Throws if there is no account.
 */
export async function setCanSpend(tx: Tx, userId: number, canSpend: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ can_spend: canSpend })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`user ${userId} has no account`)
}

/** What a customer can spend now; zero if there is no account. */
export async function readBalance(db: Kysely<DB>, userId: number): Promise<Money> {
  return (await findBalance(db, userId)) ?? money(0n)
}

/** The same, locked against changes until the tx ends. Throws if there is no account. */
export async function lockBalance(tx: Tx, userId: number): Promise<Money> {
  return (await lockAccount(tx, userId)).balance
}

/** The same with the number of the newest ledger row. */
export async function lockAccount(tx: Tx, userId: number): Promise<{ balance: Money; newestSeq: number }> {
  const row = await tx
    .selectFrom('accounts')
    .select(['balance', 'transactions_seq'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { balance: money(row.balance), newestSeq: row.transactions_seq }
}

export type Funds = { balance: Money; owed: Money }

/** The balance, and what the customer owes since a gateway reversed money that was spent; zero if there is no account. */
export async function readFunds(db: Kysely<DB>, userId: number): Promise<Funds> {
  const [funds] = await listFunds(db, [userId])
  return funds ?? { balance: money(0n), owed: money(0n) }
}

/** The same of several customers, in their order. */
export async function listFunds(db: Kysely<DB>, userIds: readonly number[]): Promise<Funds[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'balance', 'owed'])
    .where('user_id', 'in', userIds)
    .execute()
  const byUser = new Map(rows.map((row) => [row.user_id, row]))
  return userIds.map((userId) => {
    const row = byUser.get(userId)
    return { balance: money(row?.balance ?? 0n), owed: money(row?.owed ?? 0n) }
  })
}

/** Changes what a customer owes, under the lock of `lockBalance`. The database refuses values below zero. */
export async function changeOwed(tx: Tx, userId: number, change: bigint): Promise<void> {
  if (change === 0n) return
  await tx
    .updateTable('accounts')
    .set((set) => ({ owed: set('owed', '+', change) }))
    .where('user_id', '=', userId)
    .execute()
}

export async function findBalance(db: Kysely<DB>, userId: number): Promise<Money | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && money(row.balance)
}

/** The balance with its running sums by type, and the numbers of the newest ledger row and order included. */
export async function findTotals(db: Kysely<DB>, userId: number) {
  const { rows } = await sql<
    { seq: number; orders: number; balance: bigint } & Record<TransactionType, bigint>
  >`
    select transactions_seq as seq, orders_seq as orders, balance, orders_total as order, refunds_total as refund,
      coalesce(deposits.amount, 0) as deposit, coalesce(bonuses.amount, 0) as bonus
    from accounts
    left join account_sums deposits on deposits.user_id = accounts.user_id and deposits.name = 'deposit'
    left join account_sums bonuses on bonuses.user_id = accounts.user_id and bonuses.name = 'bonus'
    where accounts.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** The account's column that counts the orders of a status, also its key in `counts`. */
export const counterOf = {
  PENDING: 'pending',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  PARTIAL: 'partial',
  REFILL: 'refill',
  CANCELED: 'canceled',
  REFUNDED: 'refunded',
  FAILED: 'failed',
} as const satisfies Record<OrderStatus, string>

/** Moves one of the customer's orders from one status to another in the counters. Call it in the tx that changes the order. */
export async function countOrderMove(
  tx: Tx,
  { userId, from, to }: { userId: number; from: OrderStatus; to: OrderStatus },
): Promise<void> {
  const [less, more] = [sql.ref(counterOf[from]), sql.ref(counterOf[to])]
  await sql`update accounts set ${less} = ${less} - 1, ${more} = ${more} + 1 where user_id = ${userId}`.execute(
    tx,
  )
}
