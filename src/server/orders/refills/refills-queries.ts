import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transact.ts'
import { CHECK_LEASE_SECONDS } from '#server/orders/following/check-delay.ts'
import type { OrderKey } from '#server/orders/state/order-queries.ts'

export type RefillKey = OrderKey & { number: number }
export type OpenState = 'asking' | 'pending' | 'unknown'

/** Begins to ask for one; undefined while another one of the order is open. */
export async function insertRefill(
  tx: Tx,
  {
    userId,
    id,
    statusBefore,
    askingSeconds,
  }: OrderKey & { statusBefore: 'COMPLETED' | 'PARTIAL'; askingSeconds: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    insert into refills (user_id, order_id, number, status_before, check_at)
    select ${userId}, ${id}, coalesce(max(number), 0) + 1, ${statusBefore},
      now() + make_interval(secs => ${askingSeconds})
    from refills where user_id = ${userId} and order_id = ${id}
    on conflict (user_id, order_id) where state in ('asking', 'pending', 'unknown') do nothing
    returning number`.execute(tx)
  return rows[0]?.number
}

/** One that stays open is looked at again after `checkSeconds`. */
export type StillOpen = {
  state: OpenState
  error: string | null
  checkSeconds: number
  providerRefill?: string
  /** Its provider spoke of it in words that are understood. */
  isHeard?: boolean
}
/** `given_up`: nobody learnt what became of it. */
export type Ended = { state: 'completed' | 'rejected' | 'given_up'; error: string | null }

/** Only from a named state: whatever comes late, or twice, changes nothing. Answers whether it changed. */
export async function changeRefill(
  db: Kysely<DB>,
  { userId, id, number, from }: RefillKey & { from: readonly OpenState[] },
  change: StillOpen | Ended,
): Promise<boolean> {
  const isOpen = 'checkSeconds' in change
  const { numUpdatedRows } = await db
    .updateTable('refills')
    .set({
      state: change.state,
      error: change.error?.slice(0, 500) ?? null,
      check_at: isOpen ? sql<Date>`now() + make_interval(secs => ${change.checkSeconds})` : null,
      finished_at: isOpen ? null : sql<Date>`now()`,
      ...(isOpen && change.providerRefill !== undefined && { provider_refill: change.providerRefill }),
      ...(isOpen && change.isHeard === true && { heard_at: sql<Date>`now()` }),
    })
    .where('user_id', '=', userId)
    .where('order_id', '=', id)
    .where('number', '=', number)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export type DueRefill = {
  user_id: number
  order_id: bigint
  number: number
  state: OpenState
  status_before: 'COMPLETED' | 'PARTIAL'
  provider_refill: string | null
  error: string | null
  provider_id: number | null
  age_seconds: number
  /** Since its provider last spoke of it in words that are understood; at first since it was asked for. */
  silent_seconds: number
}

/** Those that are due, the longest waiting first. Nobody else asks about them until the lease is over. */
export async function claimDueRefills(db: Kysely<DB>, limit: number): Promise<DueRefill[]> {
  const { rows } = await sql<DueRefill>`
with due as materialized (
  select user_id, order_id, number from refills
  where check_at <= now()
  order by check_at limit ${limit} for update skip locked
)
update refills set check_at = now() + make_interval(secs => ${CHECK_LEASE_SECONDS})
from due join orders on orders.user_id = due.user_id and orders.id = due.order_id
where refills.user_id = due.user_id and refills.order_id = due.order_id and refills.number = due.number
returning refills.user_id, refills.order_id, refills.number, refills.state, status_before, provider_refill,
  refills.error,   orders.provider_id, extract(epoch from now() - refills.created_at)::float8 as age_seconds,
  extract(epoch from now() - refills.heard_at)::float8 as silent_seconds`.execute(db)
  return rows
}
