import type { Kysely } from 'kysely'

import { type Money, money } from '#contract/money.ts'
import type { DB } from '#server/database/tables.ts'

import { findBalanceRow } from './wallet-queries.ts'

/** What a customer can spend now; nothing where there is no account. */
export async function readBalance(db: Kysely<DB>, userId: number): Promise<Money> {
  return money((await findBalanceRow(db, userId))?.balance ?? 0n)
}
