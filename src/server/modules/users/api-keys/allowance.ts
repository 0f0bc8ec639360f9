import { type Money, money, ZERO } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { countSpent, lockDailyLimit, takeOfLimit } from './api-keys-queries.ts'
import { dayOf } from './manage-keys.ts'

/** What a customer lets their keys spend in a day, and what they have spent of it. */
export type Allowance = { limit: Money; spent: Money }

/**
 * For what is one tx with the money that it spends: nobody else spends of it until that ends. Undefined where there is
 * no limit.
 */
export async function lockAllowance(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<Allowance | undefined> {
  const row = await lockDailyLimit(tx, { userId, day: dayOf(now) })
  return row?.daily_limit == null ? undefined : { limit: money(row.daily_limit), spent: money(row.spent) }
}

/** Of one that was locked before, in the same tx, and within it; counted also where there is no limit yet. */
export async function spendAllowance(
  tx: Tx,
  { userId, amount, now, isLimited }: { userId: number; amount: bigint; now: Date; isLimited: boolean },
): Promise<void> {
  if (amount === ZERO) return
  if (!isLimited) return countSpent(tx, { userId, amount, day: dayOf(now), isAlone: false })
  const day = await takeOfLimit(tx, { userId, amount, day: dayOf(now) })
  if (day === undefined) throw new Error('more was spent by a key than its limit left')
}
