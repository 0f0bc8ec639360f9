import type { Kysely } from 'kysely'

import type { Context } from '#server/context.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { workInBatches } from '#server/lib/retention/work-in-batches.ts'

/**
 * Deletes the delivery samples of a deleted user's orders; the orders stay. In batches rather than in the deleting tx:
 * 500,000 orders would hold the account longer than a statement may take. Can be repeated.
 */
export async function deleteSamples(
  { db }: Pick<Context, 'db'>,
  { userId, signal }: { userId: number; signal: AbortSignal },
): Promise<void> {
  let above = 0n
  await workInBatches(signal, async (max) => {
    const ids = await listNextOrders(db, { userId, above, max })
    if (ids.length > 0) await removeSamples(db, { userId, ids })
    above = ids.at(-1) ?? above
    return ids.length
  })
}

/** A customer's order ids above `above`, ascending. */
async function listNextOrders(
  db: Kysely<DB>,
  { userId, above, max }: { userId: number; above: bigint; max: number },
): Promise<bigint[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(ofCustomer(userId))
    .where('id', '>', above)
    .orderBy('user_id')
    .orderBy('id')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}

/** No index contains samples, so the updates are HOT. */
async function removeSamples(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly bigint[] },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ samples: null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('samples', 'is not', null)
    .execute()
}
