import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { workInBatches } from '#server/lib/retention/work-in-batches.ts'

/** Deletes unsent emails to a deleted user. Those of announcements count as unwanted. */
export async function deleteQueuedEmails(tx: Tx, userId: number): Promise<void> {
  await sql`
    with dropped as (
      delete from emails where user_id = ${userId} and due_at is not null returning kind, details
    )
    update announcement_emails set unwanted = unwanted + 1
    from dropped where kind = 'announcement'
      and announcement_id = (details ->> 'announcement')::int`.execute(tx)
}

/** Deletes a deleted user's sent and failed emails in batches. If interrupted, calling it again continues. */
export async function deleteSentEmails(
  { db }: Pick<Context, 'db'>,
  { userId, signal }: { userId: number; signal: AbortSignal },
): Promise<void> {
  await workInBatches(signal, (count) => deleteBatch(db, userId, count))
}

async function deleteBatch(db: Kysely<DB>, userId: number, count: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with batch as materialized (
      select event, receiver from emails where ${ofCustomer(userId)} and due_at is null order by user_id limit ${count}
    ), gone as (
      delete from emails where user_id = ${userId} and (event, receiver) in (select event, receiver from batch)
    )
    select count(*)::int as count from batch`.execute(db)
  return rows[0]?.count ?? 0
}
