import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money, type Money, ZERO } from '#contract/base/money.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** A key spends within its own daily limit and that of all keys of its customer. */
type KeyOf = { userId: number; keyId: string }

/**
 * Runs `spend` within the daily limits of a key. The cost is counted before and refunded if nothing was spent, so that two
 * orders at once never exceed a limit; after an unknown outcome it stays counted. `costOf` is the maximum cost, asked for
 * only with a limit. Without one, the amount is counted afterwards, since a limit set later covers the whole day. Throws
 * `daily_limit_reached`, and `authentication_required` for a key that was revoked meanwhile.
 */
export async function spendByKey<Result>(
  ctx: Context,
  { userId, keyId, costOf }: KeyOf & { costOf: () => Promise<bigint> },
  spend: (cost: bigint | undefined) => Promise<{ result: Result; spent: bigint }>,
): Promise<Result> {
  const { db } = ctx
  const key = { userId, keyId }
  if (tightestOf(await findLimits(db, { ...key, day: dayOf(ctx.clock()) })) === undefined) {
    const { result, spent } = await spend(undefined)
    const counted = { ...key, amount: spent, day: dayOf(ctx.clock()), isAlone: true }
    // The order is placed and paid: an error now would make the client order again.
    if (spent > 0n)
      await countSpent(db, counted).catch((error: unknown) =>
        ctx.log.error({ err: error, user: userId }, 'what a key spent was not counted'),
      )
    return result
  }
  const asked = { ...key, amount: await costOf(), day: dayOf(ctx.clock()) }
  const day = await spendFromLimit(db, asked)
  if (day === undefined) {
    // Neither is left if both were removed meanwhile.
    const left = tightestOf(await findLimits(db, asked)) ?? { limit: ZERO, spent: ZERO }
    throw new AppError('daily_limit_reached', left)
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

/** A daily limit of a key and what was spent of it. */
export type Allowance = { limit: Money; spent: Money }

/** Locks both daily limits until the tx that spends them ends, and answers the tighter. Undefined without a limit. */
export async function lockAllowance(
  tx: Tx,
  { now, ...key }: KeyOf & { now: Date },
): Promise<Allowance | undefined> {
  return tightestOf(await findLimits(tx, { ...key, day: dayOf(now) }, 'lock'))
}

/**
 * Counts an amount within an allowance locked in the same tx; without a limit it is counted for one set
 * later that day.
 */
export async function spendAllowance(
  tx: Tx,
  { amount, now, isLimited, ...key }: KeyOf & { amount: bigint; now: Date; isLimited: boolean },
): Promise<void> {
  if (amount === ZERO) return
  const spending = { ...key, amount, day: dayOf(now) }
  if (!isLimited) return countSpent(tx, { ...spending, isAlone: false })
  const day = await spendFromLimit(tx, spending)
  if (day === undefined) throw new Error('more was spent by a key than its limit left')
}

/** Days are UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** Both grow by the same amount, so the one with less left stays the tighter. */
function tightestOf({ own_limit, own_spent, all_limit, all_spent }: Limits): Allowance | undefined {
  const own = own_limit === null ? undefined : { limit: money(own_limit), spent: money(own_spent) }
  const all = all_limit === null ? undefined : { limit: money(all_limit), spent: money(all_spent) }
  if (own === undefined || all === undefined) return own ?? all
  return own.limit - own.spent <= all.limit - all.spent ? own : all
}

/** Spent today, of a row with `spent` and `spent_on`. */
export const spentOn = (table: 'api_keys' | 'api_access', day: string) =>
  sql<bigint>`case when ${sql.ref(`${table}.spent_on`)} >= ${day}::date then ${sql.ref(`${table}.spent`)} else 0 end`

export async function findAccess(db: Kysely<DB>, { userId, day }: { userId: number; day: string }) {
  return db
    .selectFrom('api_access')
    .select(['allowed_addresses', 'daily_limit'])
    .select(spentOn('api_access', day).as('spent_today'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

type Limits = {
  own_limit: bigint | null
  own_spent: bigint
  all_limit: bigint | null
  all_spent: bigint
}

/**
 * Always the limit of all keys before that of one, so that no two locks meet crosswise. A key that waited for the lock is
 * read as it is then.
 */
const limitsOf = ({ userId, keyId, day }: KeyOf & { day: string }, lock = sql``) => sql`
  of_all as materialized (
    select daily_limit, ${spentOn('api_access', day)} as spent from api_access where user_id = ${userId} ${lock}
  ), own as materialized (
    select daily_limit, ${spentOn('api_keys', day)} as spent from api_keys
    where user_id = ${userId} and id = ${keyId}::uuid and (select count(*) from of_all) >= 0 ${lock}
  )`
const locked = sql`for no key update`

async function findLimits(db: Kysely<DB>, key: KeyOf & { day: string }, lock?: 'lock'): Promise<Limits> {
  const { rows } = await sql<Limits>`
    with ${limitsOf(key, lock === undefined ? undefined : locked)}
    select own.daily_limit as own_limit, own.spent as own_spent,
      of_all.daily_limit as all_limit, coalesce(of_all.spent, 0) as all_spent
    from own left join of_all on true`.execute(db)
  const [limits] = rows
  if (limits === undefined) throw new AppError('authentication_required')
  return limits
}

type Spending = KeyOf & { amount: bigint; day: string }

/**
 * Counts the amount if both limits allow it and answers the day it was counted on; undefined otherwise. Never
 * moves back to an earlier day: the clocks of processes differ.
 */
export async function spendFromLimit(db: Kysely<DB>, spending: Spending): Promise<string | undefined> {
  const { userId, keyId, amount, day } = spending
  const spent = (table: 'api_keys' | 'api_access') => sql`${amount}::bigint + ${spentOn(table, day)}`
  const { rows } = await sql<{ day: string }>`
    with ${limitsOf(spending, locked)}, allowed as materialized (
      select from own left join of_all on true
      where ${amount}::bigint >= 0
        and (own.daily_limit is null or own.spent + ${amount}::bigint <= own.daily_limit)
        and (of_all.daily_limit is null or of_all.spent + ${amount}::bigint <= of_all.daily_limit)
    ), counted as (
      update api_access set spent = ${spent('api_access')}, spent_on = greatest(api_access.spent_on, ${day}::date)
      from allowed where user_id = ${userId}
    )
    update api_keys set spent = ${spent('api_keys')}, spent_on = greatest(api_keys.spent_on, ${day}::date)
    from allowed where user_id = ${userId} and id = ${keyId}::uuid
    returning spent_on::text as day`.execute(db)
  return rows[0]?.day
}

/**
 * Counts spending without a limit, for one set later that day. A statement that is its own tx (`isAlone`)
 * does not wait for the disk: a crash may lose the count of a few orders.
 */
async function countSpent(
  db: Kysely<DB>,
  { userId, keyId, amount, day, isAlone }: Spending & { isAlone: boolean },
): Promise<void> {
  const synced = isAlone ? sql`'off'` : sql`current_setting('synchronous_commit')`
  await sql`
    with synced as materialized (select set_config('synchronous_commit', ${synced}, true)), of_all as (
      insert into api_access (user_id, spent, spent_on) select ${userId}::int, ${amount}::bigint, ${day}::date from synced
      on conflict (user_id) do update set spent_on = greatest(api_access.spent_on, excluded.spent_on),
        spent = excluded.spent + case when api_access.spent_on >= excluded.spent_on then api_access.spent else 0 end
      returning user_id
    )
    update api_keys set spent_on = greatest(api_keys.spent_on, ${day}::date),
      spent = ${amount}::bigint + ${spentOn('api_keys', day)}
    from of_all where api_keys.user_id = of_all.user_id and api_keys.id = ${keyId}::uuid`.execute(db)
}

/** Does nothing once another day has begun. */
async function refundToLimit(db: Kysely<DB>, { userId, keyId, amount, day }: Spending): Promise<void> {
  await sql`
    with of_all as (
      update api_access set spent = greatest(0, spent - ${amount}::bigint)
      where user_id = ${userId} and spent_on = ${day}::date returning user_id
    )
    update api_keys set spent = greatest(0, spent - ${amount}::bigint)
    where user_id = ${userId} and id = ${keyId}::uuid and spent_on = ${day}::date
      and (select count(*) from of_all) >= 0`.execute(db)
}
