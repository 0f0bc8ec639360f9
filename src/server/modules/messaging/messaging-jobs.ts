import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { sendAnnouncements } from './announcements/send-announcements.ts'
import { sendEmails } from './emails/send-emails.ts'
import { writeOrderEmails } from './emails/write-order-emails.ts'

/** Any number of processes may run these: rows are claimed or locked. */
export function messagingJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'mails',
      everyMs: 5_000,
      wakeOn: ['mail'],
      work: (signal) => sendEmails(ctx, signal),
    }),
    startLoop({ ctx, name: 'order letters', everyMs: 60_000, work: () => writeOrderEmails(ctx) }),
    startLoop({ ctx, name: 'mails cleaning', everyMs: 3_600_000, work: () => cleanEmails(ctx) }),
    startLoop({
      ctx,
      name: 'announcements',
      everyMs: 30_000,
      wakeOn: ['announcement'],
      work: () => sendAnnouncements(ctx),
    }),
    startLoop({
      ctx,
      name: 'notifications cleaning',
      everyMs: 3_600_000,
      work: () => cleanNotifications(ctx),
    }),
  ]
}

const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 2_000

/** Deletes sent and failed emails after the time in the settings. Answers whether there may be more. */
export async function cleanEmails({ db, clock, settings }: Context): Promise<boolean> {
  const { letters_days: days } = (await settings.read()).retention
  return deleteOldEmails(db, new Date(clock().getTime() - days * DAY_MS))
}

async function deleteOldEmails(db: Kysely<DB>, before: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from emails where (user_id, event, receiver) in (
      select user_id, event, receiver from emails where due_at is null and created_at < ${before}
      order by created_at limit ${ROWS_PER_STATEMENT})`.execute(db)
  return numAffectedRows === BigInt(ROWS_PER_STATEMENT)
}

/** Deletes read notifications after the time in the settings; unread ones stay. Answers whether there may be more. */
export async function cleanNotifications({
  db,
  clock,
  settings,
}: Pick<Context, 'db' | 'clock' | 'settings'>): Promise<boolean> {
  const { notifications_days: days } = (await settings.read()).retention
  return deleteOldRead(db, new Date(clock().getTime() - days * DAY_MS))
}

async function deleteOldRead(db: Kysely<DB>, before: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from notifications where (user_id, id) in (
      select user_id, id from notifications where is_read and created_at < ${before}
      order by created_at limit ${ROWS_PER_STATEMENT})`.execute(db)
  return numAffectedRows === BigInt(ROWS_PER_STATEMENT)
}
