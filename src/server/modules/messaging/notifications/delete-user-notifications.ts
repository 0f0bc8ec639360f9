import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

const BATCH_MAX = 5_000

/** Deletes a deleted user's notifications in batches. If interrupted, calling it again continues. */
export async function deleteNotifications(
  { db }: Pick<Context, 'db'>,
  { userId, signal }: { userId: number; signal: AbortSignal },
): Promise<void> {
  let last: bigint | undefined
  do {
    last = await deleteBatch(db, { userId, above: last ?? 0n })
    signal.throwIfAborted()
  } while (last !== undefined)
}

/** The oldest above an id. Answers the last id, undefined if there was none. */
async function deleteBatch(
  db: Kysely<DB>,
  { userId, above }: { userId: number; above: bigint },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: bigint | null }>`
    with batch as materialized (
      select id from notifications where ${ofCustomer(userId)} and id > ${above} order by user_id, id limit ${BATCH_MAX}
    ), gone as (
      delete from notifications where user_id = ${userId} and id in (select id from batch)
    )
    select max(id) as last from batch`.execute(db)
  return rows[0]?.last ?? undefined
}
