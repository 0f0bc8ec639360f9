import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import { sweepFiles } from '#server/modules/support/attachments/sweep-files.ts'
import { sortMessages } from '#server/modules/support/contact/sort-messages.ts'
import { deleteOldPresence } from '#server/modules/support/inbox/show-presence.ts'
import { deleteOldTicketKeys } from '#server/modules/support/tickets/write-once.ts'

const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 2_000

export function supportJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'contact messages',
      everyMs: 10_000,
      wakeOn: ['contact'],
      work: () => sortMessages(ctx),
    }),
    startLoop({
      ctx,
      name: 'contact cleaning',
      everyMs: 3_600_000,
      work: () => cleanMessages(ctx),
    }),
    startLoop({ ctx, name: 'ticket files cleaning', everyMs: 3_600_000, work: () => sweepFiles(ctx) }),
    startLoop({
      ctx,
      name: 'ticket presence cleaning',
      everyMs: 3_600_000,
      work: () => deleteOldPresence(ctx),
    }),
    startLoop({
      ctx,
      name: 'ticket keys cleaning',
      everyMs: 3_600_000,
      work: () => deleteOldTicketKeys(ctx),
    }),
  ]
}

/**
 * Deletes answered contact messages older than the retention of emails. Answers whether there may be more.
 */
export async function cleanMessages({ db, clock, settings }: Context): Promise<boolean> {
  const { letters_days: days } = (await settings.read()).retention
  const before = new Date(clock().getTime() - days * DAY_MS)
  return (await deleteOldMessages(db, { before, count: ROWS_PER_STATEMENT })) === ROWS_PER_STATEMENT
}

/** Deletes at most `count`; answers how many. */
async function deleteOldMessages(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from contact_messages where id in (
      select id from contact_messages where answered_at < ${before} order by answered_at limit ${count})`.execute(
    db,
  )
  return Number(numAffectedRows)
}
