import { sql } from 'kysely'

import type { Tx } from '#server/lib/postgres/transact.ts'

import type { OrderKey } from './order-queries.ts'

/** What a status poll is about: an order, or one of its refills. */
export type PollKey = OrderKey & { refill?: number }

/** Queues status polls at the provider, the first in `seconds`; replaces the queue entry if there is one. */
export async function startPolling(
  tx: Tx,
  key: PollKey,
  { providerId, ref, seconds }: { providerId: number; ref: string | null; seconds: number },
): Promise<void> {
  await tx
    .insertInto('poll_queue')
    .values({ ...toColumns(key), provider_id: providerId, provider_ref: ref, due_at: inSeconds(seconds) })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'order_id', 'kind', 'number']).doUpdateSet((row) => ({
        provider_id: row.ref('excluded.provider_id'),
        provider_ref: row.ref('excluded.provider_ref'),
        due_at: row.ref('excluded.due_at'),
      })),
    )
    .execute()
}

/** Sets the next poll. `isNew` restarts the back-off, so that it is polled as often as a new order. */
export async function pollIn(
  tx: Tx,
  key: PollKey,
  { seconds, isNew = false }: { seconds: number; isNew?: boolean },
): Promise<void> {
  await tx
    .updateTable('poll_queue')
    .set({ due_at: inSeconds(seconds), ...(isNew && { since: sql<Date>`now()` }) })
    .where((is) => is.and(toColumns(key)))
    .execute()
}

/** Ends the status polls. */
export async function stopPolling(tx: Tx, key: PollKey): Promise<void> {
  await tx
    .deleteFrom('poll_queue')
    .where((is) => is.and(toColumns(key)))
    .execute()
}

function toColumns({ userId, id, refill }: PollKey) {
  const own =
    refill === undefined ? { kind: 'order' as const, number: 0 } : { kind: 'refill' as const, number: refill }
  return { user_id: userId, order_id: id, ...own }
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
