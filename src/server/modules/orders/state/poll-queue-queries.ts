import { sql } from 'kysely'

import type { Tx } from '#server/lib/postgres/transact.ts'

import type { OrderKey } from './order-queries.ts'

/** What a provider is asked about: an order, or one of its refills. */
export type CheckKey = OrderKey & { refill?: number }

/** From now on an answer of the provider is awaited, and asked for in so many seconds. */
export async function awaitAnswer(
  tx: Tx,
  key: CheckKey,
  { providerId, ref, seconds }: { providerId: number; ref: string | null; seconds: number },
): Promise<void> {
  const awaited = { provider_id: providerId, provider_ref: ref, due_at: inSeconds(seconds) }
  await tx
    .insertInto('check_queue')
    .values({ ...toColumns(key), ...awaited })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'order_id', 'kind', 'number']).doUpdateSet(awaited),
    )
    .execute()
}

/** In so many seconds; where it is awaited as from now on, it is asked for as often as of something new. */
export async function askIn(
  tx: Tx,
  key: CheckKey,
  { seconds, isNew = false }: { seconds: number; isNew?: boolean },
): Promise<void> {
  await tx
    .updateTable('check_queue')
    .set({ due_at: inSeconds(seconds), ...(isNew && { since: sql<Date>`now()` }) })
    .where((is) => is.and(toColumns(key)))
    .execute()
}

/** No answer is awaited any more. */
export async function awaitNothing(tx: Tx, key: CheckKey): Promise<void> {
  await tx
    .deleteFrom('check_queue')
    .where((is) => is.and(toColumns(key)))
    .execute()
}

function toColumns({ userId, id, refill }: CheckKey) {
  const own =
    refill === undefined ? { kind: 'order' as const, number: 0 } : { kind: 'refill' as const, number: refill }
  return { user_id: userId, order_id: id, ...own }
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
