import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { workInBatches } from '#server/lib/retention/work-in-batches.ts'

/** Deletes a deleted user's notifications in batches. If interrupted, calling it again continues. */
export async function deleteNotifications(
  { db }: Pick<Context, 'db'>,
  { userId, signal }: { userId: number; signal: AbortSignal },
): Promise<void> {
  let above = 0n
  await workInBatches(signal, async (count) => {
    const { found, last } = await deleteBatch(db, { userId, above, count })
    above = last ?? above
    return found
  })
}

/** Deletes the oldest above an id. Answers how many, and the last id. */
async function deleteBatch(
  db: Kysely<DB>,
  { userId, above, count }: { userId: number; above: bigint; count: number },
): Promise<{ found: number; last: bigint | null }> {
  const { rows } = await sql<{ found: number; last: bigint | null }>`
    with batch as materialized (
      select id from notifications where ${ofCustomer(userId)} and id > ${above} order by user_id, id limit ${count}
    ), gone as (
      delete from notifications where user_id = ${userId} and id in (select id from batch)
    )
    select count(*)::int as found, max(id) as last from batch`.execute(db)
  return rows[0] ?? { found: 0, last: null }
}
