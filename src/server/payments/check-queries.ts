import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'

import type { Deposit, DepositKey } from './deposit-queries.ts'

/** Ends the watch over a deposit, and closes one that is still open. A payment that is heard of later still wins. */
export async function closeDeposit(
  db: Kysely<DB>,
  {
    userId,
    id,
    closed,
    gatewayStatus,
    now,
  }: DepositKey & { closed: 'canceled' | 'review'; gatewayStatus: string; now: Date },
): Promise<void> {
  const reviewReason = closed === 'review' ? 'The gateway never finished this payment' : null
  await db
    .updateTable('deposits')
    .set((set) => ({
      status: set.case().when('status', '=', 'pending').then(closed).else(set.ref('status')).end(),
      review_reason: sql`coalesce(review_reason, ${reviewReason})`,
      gateway_status: gatewayStatus.slice(0, 100),
      check_at: null,
      checked_at: now,
      updated_at: now,
    }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

export async function putOffCheck(
  db: Kysely<DB>,
  { userId, id, checkAt, now }: DepositKey & { checkAt: Date | null; now: Date },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ check_at: checkAt, checked_at: now, checks: sql`checks + 1` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .execute()
}

/** The deposits that are due, each for one worker: it is due again at `leaseUntil` should that worker die. */
export async function claimDueDeposits(
  db: Kysely<DB>,
  { now, leaseUntil, count }: { now: Date; leaseUntil: Date; count: number },
): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`
    update deposits set check_at = ${leaseUntil}
    from (
      select user_id, id from deposits where check_at <= ${now}
      order by check_at limit ${count} for update skip locked
    ) as due
    where deposits.user_id = due.user_id and deposits.id = due.id
    returning deposits.user_id, deposits.id, reference, payment_method, amount, bonus, status, gateway_status,
      payment_url, expires_at, check_at, checks, idempotency_key, request_hash, created_at`.execute(db)
  return rows
}

/** True for the one caller that may ask the gateway now: at most one in the time since `before`, over all processes. */
export async function takeCheck(
  db: Kysely<DB>,
  { userId, id, now, before }: DepositKey & { now: Date; before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    .set({ checked_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .where((at) => at.or([at('checked_at', 'is', null), at('checked_at', '<=', before)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The gateway has news of it, though its answer did not show them yet: look again soon. */
export async function checkSoon(
  db: Kysely<DB>,
  { userId, id, at }: DepositKey & { at: Date },
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ check_at: at, checks: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Keys are remembered for 30 days (api.md). */
export async function forgetKeys(db: Kysely<DB>, before: Date): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ idempotency_key: null, request_hash: null })
    .where('idempotency_key', 'is not', null)
    .where('created_at', '<', before)
    .execute()
}
