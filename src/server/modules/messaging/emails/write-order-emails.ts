import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import {
  countOrderNotifications,
  type OrderNotificationCounts,
} from '#server/modules/messaging/notifications/order-notifications.ts'

const MINUTE_MS = 60_000
/** One email covers this period: a hundred orders in an hour make six emails. */
const SPAN_MS = 10 * MINUTE_MS
/** By then all notifications of a span are committed: a statement may take 8 s, and a tx has several. */
const COMMITTED_AFTER_MS = 2 * MINUTE_MS
/** After a longer outage, older notifications get no email. */
const OLDEST_MS = 24 * 60 * MINUTE_MS

/**
 * Queues one email per customer about the order notifications of the next completed span, if they want such emails.
 * Each span is written once, by the first process. Answers whether there may be more.
 */
export async function writeOrderEmails(ctx: Context): Promise<boolean> {
  const now = ctx.clock().getTime()
  return transact(ctx, async (tx, publish) => {
    const row = await tx
      .selectFrom('order_emails')
      .select('until')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    // Another process is doing it.
    if (row === undefined) return false
    const from = new Date(Math.max(row.until.getTime(), now - OLDEST_MS))
    const to = new Date(Math.floor((from.getTime() + SPAN_MS) / SPAN_MS) * SPAN_MS)
    if (to.getTime() > now - COMMITTED_AFTER_MS) return false
    const counts = await countOrderNotifications(tx, { from, to })
    await insertOrderEmails(tx, `orders:${to.toISOString()}`, counts)
    await tx.updateTable('order_emails').set({ until: to }).execute()
    if (counts.length > 0) publish({ topic: 'mail' })
    return true
  })
}

/** Only to confirmed addresses: others must not get repeated emails. */
async function insertOrderEmails(
  tx: Tx,
  event: string,
  all: readonly OrderNotificationCounts[],
): Promise<void> {
  await sql`
    insert into emails (user_id, event, receiver, kind, details)
    select users.id, ${event}, email, 'order_updates', counts
    from unnest(${all.map(({ userId }) => userId)}::int[], ${all.map(({ counts }) => JSON.stringify(counts))}::jsonb[])
      as new (user_id, counts)
    join users on users.id = new.user_id
    where deleted_at is null and email_confirmed_at is not null
    on conflict do nothing`.execute(tx)
}
