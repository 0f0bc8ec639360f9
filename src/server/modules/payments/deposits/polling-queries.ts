import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import { type Deposit, depositColumns, type DepositKey } from './deposit-queries.ts'

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
    returning ${sql.join(depositColumns.map((column) => sql.ref(`deposits.${column}`)))}`.execute(db)
  return rows
}

/**
 * True for the one caller that may ask the gateway now: at most one in the time since `before`, over all processes. A
 * time that lies as far ahead is of before the clock stepped back; one that lies a little ahead is another process's now.
 */
export async function takeCheck(
  db: Kysely<DB>,
  { userId, id, now, before }: DepositKey & { now: Date; before: Date },
): Promise<boolean> {
  const farAhead = new Date(2 * now.getTime() - before.getTime())
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    .set({ checked_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '<>', 'completed')
    .where((at) =>
      at.or([at('checked_at', 'is', null), at('checked_at', '<=', before), at('checked_at', '>', farAhead)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
