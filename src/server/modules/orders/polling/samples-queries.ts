import type { Kysely } from 'kysely'

import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** A customer's orders above an id, the oldest first. */
export async function listNextOrders(
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

/** No index has them: the rows change where they lie. */
export async function removeSamples(
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
