import type { Kysely } from 'kysely'

import { type Money, money } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { findBalanceRow, lockBalanceRow } from './account-queries.ts'

/** What a customer can spend now; nothing where there is no account. */
export async function readBalance(db: Kysely<DB>, userId: number): Promise<Money> {
  return money((await findBalanceRow(db, userId))?.balance ?? 0n)
}

/** The same, and nobody else moves it until the tx ends. Throws where there is no account. */
export async function lockBalance(tx: Tx, userId: number): Promise<Money> {
  return money((await lockBalanceRow(tx, userId)).balance)
}
