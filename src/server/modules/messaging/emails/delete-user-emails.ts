import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Deletes emails to a deleted user that were not sent yet. Those of announcements are counted as unwanted. */
export async function deleteQueuedEmails(tx: Tx, userId: number): Promise<void> {
  await sql`
    with dropped as (
      delete from emails where user_id = ${userId} and due_at is not null returning kind, details
    )
    update announcement_emails set unwanted = unwanted + 1
    from dropped where kind = 'announcement'
      and announcement_id = (details ->> 'announcement')::int`.execute(tx)
}

const BATCH_MAX = 5_000

/** Deletes a deleted user's sent and failed emails in batches. If interrupted, calling it again continues. */
export async function deleteSentEmails(
  { db }: Pick<Context, 'db'>,
  { userId, signal }: { userId: number; signal: AbortSignal },
): Promise<void> {
  while ((await deleteBatch(db, userId)) > 0) signal.throwIfAborted()
}

async function deleteBatch(db: Kysely<DB>, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with batch as materialized (
      select event, receiver from emails where ${ofCustomer(userId)} and due_at is null order by user_id limit ${BATCH_MAX}
    ), gone as (
      delete from emails where user_id = ${userId} and (event, receiver) in (select event, receiver from batch)
    )
    select count(*)::int as count from batch`.execute(db)
  return rows[0]?.count ?? 0
}
