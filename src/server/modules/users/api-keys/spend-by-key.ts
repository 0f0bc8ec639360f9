import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'

import { countSpent, findAccess, findDailyLimit, giveBackToLimit, takeOfLimit } from './api-keys-queries.ts'
import { dayOf } from './manage-keys.ts'
import { money } from '#contract/base/money.ts'

/**
 * Runs `spend` within what the customer lets their keys spend in a day. Counted before and given back where nothing was
 * spent: two at once never spend more than there is. Where it is not known, it stays counted. `costOf` is what it will
 * cost at most, and is asked for where there is a limit only; without one, what was spent is counted afterwards, since a
 * limit that is set counts the whole day. Throws `daily_limit_reached`.
 */
export async function spendByKey<Result>(
  ctx: Context,
  { userId, costOf }: { userId: number; costOf: () => Promise<bigint> },
  spend: (cost: bigint | undefined) => Promise<{ result: Result; spent: bigint }>,
): Promise<Result> {
  const { db } = ctx
  const limit = await findDailyLimit(db, userId)
  if (limit === null) {
    const { result, spent } = await spend(undefined)
    const counted = { userId, amount: spent, day: dayOf(ctx.clock()), isAlone: true }
    // It is placed and paid: whoever is told otherwise orders again.
    if (spent > 0n)
      await countSpent(db, counted).catch((error: unknown) =>
        ctx.log.error({ err: error, user: userId }, 'what a key spent was not counted'),
      )
    return result
  }
  const asked = { userId, amount: await costOf(), day: dayOf(ctx.clock()) }
  const day = await takeOfLimit(db, asked)
  if (day === undefined) {
    const spent = (await findAccess(db, asked))?.spent_today ?? 0n
    throw new AppError('daily_limit_reached', { limit: money(limit), spent: money(spent) })
  }
  const spending = { ...asked, day }
  try {
    const { result, spent } = await spend(spending.amount)
    if (spent === 0n) await giveBackToLimit(db, spending)
    return result
  } catch (error) {
    // A refusal spent nothing. Of anything else nobody knows.
    if (error instanceof AppError) await giveBackToLimit(db, spending)
    throw error
  }
}
