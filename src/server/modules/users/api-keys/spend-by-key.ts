import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money, type Money, ZERO } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/**
 * Runs `spend` within the daily limit of the customer's keys. The cost is counted before and refunded if
 * nothing was spent, so that two orders at once never exceed the limit; after an unknown outcome it stays
 * counted. `costOf` is the maximum cost, asked for only with a limit. Without one, the amount is counted
 * afterwards, since a limit set later covers the whole day. Throws `daily_limit_reached`.
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
    // The order is placed and paid: an error now would make the client order again.
    if (spent > 0n)
      await countSpent(db, counted).catch((error: unknown) =>
        ctx.log.error({ err: error, user: userId }, 'what a key spent was not counted'),
      )
    return result
  }
  const asked = { userId, amount: await costOf(), day: dayOf(ctx.clock()) }
  const day = await spendFromLimit(db, asked)
  if (day === undefined) {
    const spent = (await findAccess(db, asked))?.spent_today ?? 0n
    throw new AppError('daily_limit_reached', { limit: money(limit), spent: money(spent) })
  }
  const spending = { ...asked, day }
  try {
    const { result, spent } = await spend(spending.amount)
    if (spent === 0n) await refundToLimit(db, spending)
    return result
  } catch (error) {
    // A refusal spent nothing; after any other error the outcome is unknown.
    if (error instanceof AppError) await refundToLimit(db, spending)
    throw error
  }
}

/** The customer's daily limit for API keys and what they have spent of it. */
export type Allowance = { limit: Money; spent: Money }

/** Locks the daily limit until the tx that spends it ends. Undefined without a limit. */
export async function lockAllowance(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<Allowance | undefined> {
  const row = await lockDailyLimit(tx, { userId, day: dayOf(now) })
  return row?.daily_limit == null ? undefined : { limit: money(row.daily_limit), spent: money(row.spent) }
}

/**
 * Counts an amount within an allowance locked in the same tx; without a limit it is counted for one set
 * later that day.
 */
export async function spendAllowance(
  tx: Tx,
  { userId, amount, now, isLimited }: { userId: number; amount: bigint; now: Date; isLimited: boolean },
): Promise<void> {
  if (amount === ZERO) return
  if (!isLimited) return countSpent(tx, { userId, amount, day: dayOf(now), isAlone: false })
  const day = await spendFromLimit(tx, { userId, amount, day: dayOf(now) })
  if (day === undefined) throw new Error('more was spent by a key than its limit left')
}

/** Days are UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

export async function findAccess(db: Kysely<DB>, { userId, day }: { userId: number; day: string }) {
  return db
    .selectFrom('api_access')
    .select(['allowed_addresses', 'daily_limit'])
    .select(sql<bigint>`case when spent_on >= ${day}::date then spent else 0 end`.as('spent_today'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

async function findDailyLimit(db: Kysely<DB>, userId: number): Promise<bigint | null> {
  const row = await db
    .selectFrom('api_access')
    .select('daily_limit')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.daily_limit ?? null
}

/** Locks the row until the tx ends. */
async function lockDailyLimit(
  tx: Tx,
  { userId, day }: { userId: number; day: string },
): Promise<{ daily_limit: bigint | null; spent: bigint } | undefined> {
  return tx
    .selectFrom('api_access')
    .select('daily_limit')
    .select(sql<bigint>`case when spent_on >= ${day}::date then spent else 0 end`.as('spent'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

type Spending = { userId: number; amount: bigint; day: string }

/**
 * Counts the amount if the limit allows it and answers the day it was counted on; undefined otherwise. Never
 * moves back to an earlier day: the clocks of processes differ.
 */
export async function spendFromLimit(
  db: Kysely<DB>,
  { userId, amount, day }: Spending,
): Promise<string | undefined> {
  const spent = sql`(${amount}::bigint + case when spent_on >= ${day}::date then spent else 0 end)`
  const { rows } = await sql<{ day: string }>`
    update api_access set spent = ${spent}, spent_on = greatest(spent_on, ${day}::date)
    where user_id = ${userId} and ${amount}::bigint >= 0 and (daily_limit is null or ${spent} <= daily_limit)
    returning spent_on::text as day`.execute(db)
  return rows[0]?.day
}

/**
 * Counts spending without a limit, for one set later that day. A statement that is its own tx (`isAlone`)
 * does not wait for the disk: a crash may lose the count of a few orders.
 */
async function countSpent(
  db: Kysely<DB>,
  { userId, amount, day, isAlone }: Spending & { isAlone: boolean },
): Promise<void> {
  const synced = isAlone ? sql`'off'` : sql`current_setting('synchronous_commit')`
  await sql`
    with synced as materialized (select set_config('synchronous_commit', ${synced}, true))
    insert into api_access (user_id, spent, spent_on) select ${userId}::int, ${amount}::bigint, ${day}::date from synced
    on conflict (user_id) do update set spent_on = greatest(api_access.spent_on, excluded.spent_on),
      spent = excluded.spent + case when api_access.spent_on >= excluded.spent_on then api_access.spent else 0 end`.execute(
    db,
  )
}

/** Does nothing once another day has begun. */
async function refundToLimit(db: Kysely<DB>, { userId, amount, day }: Spending): Promise<void> {
  await sql`update api_access set spent = greatest(0, spent - ${amount}::bigint)
    where user_id = ${userId} and spent_on = ${day}::date`.execute(db)
}
