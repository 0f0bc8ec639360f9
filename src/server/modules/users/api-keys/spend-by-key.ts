import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money, type Money, ZERO } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

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

/** Days are those of UTC. */
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

/** Nobody else spends of it until the tx ends. */
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
 * Counts it as spent where the limit allows it, and answers the day that it was counted on; undefined where it does not.
 * A day that has begun is not left again: processes' clocks differ.
 */
export async function takeOfLimit(
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
 * Counts what was spent where there is no limit, for one that is set later that day. A statement that is a tx of its own
 * does not wait for the disk (`isAlone`): what a crash loses is the count of a few orders.
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

/** Nothing where another day has begun since. */
async function giveBackToLimit(db: Kysely<DB>, { userId, amount, day }: Spending): Promise<void> {
  await sql`update api_access set spent = greatest(0, spent - ${amount}::bigint)
    where user_id = ${userId} and spent_on = ${day}::date`.execute(db)
}
