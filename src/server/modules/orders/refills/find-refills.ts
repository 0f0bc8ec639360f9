import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

export type RefillState = 'asking' | 'pending' | 'completed' | 'rejected' | 'unknown' | 'given_up'

/** A customer's refills by their ids. Those of other users are left out. */
export async function findRefills(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<{ id: number; state: RefillState }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('refills')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids.map(BigInt))
    .execute()
  return rows.map(({ id, state }) => ({ id: Number(id), state: toState(state) }))
}

/** An order's newest refill; `error`: the provider's message when it refused it. */
export async function findLastRefill(
  db: Kysely<DB>,
  { userId, id: orderId }: OrderKey,
): Promise<{ id: number; state: RefillState; error: string | null } | undefined> {
  const row = await db
    .selectFrom('refills')
    .select(['id', 'state', sql<string | null>`fault -> 'details' ->> 'error'`.as('error')])
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, id: Number(row.id), state: toState(row.state) }
}

function toState(state: string): RefillState {
  return state as RefillState // by the check of the table
}
