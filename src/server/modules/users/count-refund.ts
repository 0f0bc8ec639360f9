import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money, ZERO } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

const today = sql<string>`(now() at time zone 'UTC')::date`

/**
 * Counts what a member of staff refunds for an order, in the tx that credits it. Throws `refund_limit_reached` if the
 * day's total (UTC) would exceed their limit; the rollback reverts the count. The row is locked until the tx ends, so
 * of two concurrent refunds the second sees the first. After the account in the lock order. `left` is what was left for
 * `refund`, the last one counted.
 */
export async function countRefund(
  tx: Tx,
  { staffId, amount, refund = amount }: { staffId: number; amount: Money; refund?: Money },
): Promise<void> {
  const { rows } = await sql<{ refunded: bigint; limit: bigint | null }>`
    with counted as (
      insert into staff_refunds as day (user_id, refunded_on, refunded) values (${staffId}, ${today}, ${amount})
      on conflict (user_id) do update set refunded_on = greatest(day.refunded_on, excluded.refunded_on), refunded =
        case when day.refunded_on >= excluded.refunded_on then day.refunded else 0 end + excluded.refunded
      returning refunded
    )
    select refunded, (select refund_limit from users where id = ${staffId}) as "limit" from counted`.execute(
    tx,
  )
  const [day] = rows
  if (day === undefined) throw new Error(`the refund by ${staffId} was not counted`)
  const { limit, refunded } = day
  if (limit === null || refunded <= limit) return
  const left = limit + refund - refunded
  throw new AppError('refund_limit_reached', { limit: money(limit), left: left > 0n ? money(left) : ZERO })
}

/** What they refunded today (UTC). */
export async function findRefundedToday(db: Kysely<DB>, staffId: number): Promise<Money> {
  const row = await db
    .selectFrom('staff_refunds')
    .select('refunded')
    .where('user_id', '=', staffId)
    .where('refunded_on', '>=', today)
    .executeTakeFirst()
  return row === undefined ? ZERO : money(row.refunded)
}

/** For a deleted user. */
export async function deleteRefundCount(tx: Tx, staffId: number): Promise<void> {
  await tx.deleteFrom('staff_refunds').where('user_id', '=', staffId).execute()
}
