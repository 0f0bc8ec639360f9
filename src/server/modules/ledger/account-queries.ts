import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** With the number of the last line that is in them. */
export async function findTotals(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('accounts')
    .select([
      'transactions_seq',
      'balance',
      'deposits_total',
      'orders_total',
      'refunds_total',
      'bonuses_total',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function findBalanceRow(db: Kysely<DB>, userId: number) {
  return db.selectFrom('accounts').select('balance').where('user_id', '=', userId).executeTakeFirst()
}

export async function moveCount(
  db: Kysely<DB>,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  const [less, more] = [sql.ref(from), sql.ref(to)]
  await sql`update accounts set ${less} = ${less} - 1, ${more} = ${more} + 1 where user_id = ${userId}`.execute(
    db,
  )
}

/** Until the tx ends, nobody else moves it. */
export async function lockBalanceRow(tx: Tx, userId: number) {
  return tx
    .selectFrom('accounts')
    .select('balance')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** False where there is no account. */
export async function writeCanSpend(
  tx: Tx,
  { userId, canSpend }: { userId: number; canSpend: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ can_spend: canSpend })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertAccount(db: Kysely<DB>, userId: number): Promise<void> {
  await db.insertInto('accounts').values({ user_id: userId }).execute()
}
