import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { dayOf, lockAccess, spentOn } from './keys-queries.ts'

/**
 * Counts what a staff key credits towards its daily limit (UTC days), also for the keys that share it, in the tx that credits.
 * Throws `daily_limit_reached`, and `authentication_required` for a key that was revoked or has expired meanwhile.
 */
export async function countCredit(
  tx: Tx,
  { userId, keyId, amount, now }: { userId: number; keyId: string; amount: bigint; now: Date },
): Promise<void> {
  // The lock that rotating takes: a replacement created meanwhile is seen by the next statement, and counted too.
  await lockAccess(tx, userId)
  const day = dayOf(now)
  const { rows } = await sql<{ limit: bigint; spent: bigint; isCounted: boolean }>`
    with sharing as materialized (
      select user_id, id, scopes, expires_at, daily_limit, ${spentOn('api_keys', day)} as spent from api_keys
      where user_id = ${userId} and coalesce(limit_group, id) = (
        select coalesce(limit_group, id) from api_keys where user_id = ${userId} and id = ${keyId}::uuid)
      order by id for no key update
    ), key as materialized (
      select * from sharing where id = ${keyId}::uuid and 'payments' = any (scopes)
        and (expires_at is null or expires_at > now())
    ), counted as (
      update api_keys set spent = key.spent + ${amount}::bigint, spent_on = greatest(api_keys.spent_on, ${day}::date)
      from key join sharing using (user_id) where api_keys.user_id = key.user_id and api_keys.id = sharing.id
        and key.spent + ${amount}::bigint <= key.daily_limit
      returning api_keys.id
    )
    select daily_limit as "limit", spent, exists (select from counted) as "isCounted" from key`.execute(tx)
  const [key] = rows
  if (key === undefined) throw new AppError('authentication_required')
  if (!key.isCounted)
    throw new AppError('daily_limit_reached', { limit: money(key.limit), spent: money(key.spent) })
}
