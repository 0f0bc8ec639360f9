import { sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type ResumeCounts, resumeCounts } from '#contract/operations/restoration.ts'
import type { Context } from '#server/context.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import {
  holdRestoredAnnouncements,
  holdRestoredEmails,
} from '#server/modules/messaging/emails/hold-restored-emails.ts'
import {
  reviewRestoredCancels,
  reviewRestoredOrders,
  reviewRestoredRefills,
} from '#server/modules/orders/dispatch/review-restored.ts'
import { readDepositsAgain } from '#server/modules/payments/deposits/read-restored-deposits.ts'
import { compareBalances } from '#server/modules/providers/balances/compare-balances.ts'
import { endLinks, endSessions } from '#server/modules/users/auth/end-restored-sign-ins.ts'
import { deleteAgain } from '#server/modules/operations/user-deletion/delete-user.ts'

import { listDeletedSince } from './deleted-users.ts'
import { readFence, type Restoration } from './read-fence.ts'

export type OnProgress = (step: keyof ResumeCounts, count: number) => void

const ORDERS_AT_ONCE = 1_000
/** Per statement: a large shop has millions of rows to end. */
export const STEP_SECONDS = 120

/**
 * Resumes the restored database `id`: queued work goes to review or is held, sign-ins end, deposits are read again, and
 * the last tx removes the fence. Each step is one tx and adds to the counts in `restorations.found`, so a killed resume
 * can be repeated and continues; concurrent ones alternate. Answers the total counts. `by`: undefined for the command.
 * `onProgress` gets this call's count of each step.
 *
 * Throws `state_conflict` (`not_fenced`) if that restore is not the open one. An unreadable list of deleted users does
 * not stop it: the plan reports it.
 */
export async function resumeRestored(
  ctx: Context,
  { id, by, onProgress }: { id: string; by?: By | undefined; onProgress?: OnProgress },
): Promise<ResumeCounts> {
  const restoration = await readFence(ctx.pool)
  if (restoration?.id !== id) throw new AppError('state_conflict', { reason: 'not_fenced' })
  const step = (name: keyof ResumeCounts, work: (tx: Tx, publish: Publish) => Promise<number>) =>
    transact(ctx, async (tx, publish) => {
      await sql.raw(allowSeconds(STEP_SECONDS)).execute(tx)
      const { found } = await lock(tx, id)
      // Already done by an interrupted resume: deposits would be counted twice.
      if (name in found) return
      const count = await work(tx, publish)
      await add(tx, id, { [name]: count })
      onProgress?.(name, count)
    })
  await deleteUsersAgain(ctx, restoration, by)
  await reviewOrders(ctx, restoration, onProgress)
  await step('cancels', (tx) => reviewRestoredCancels(tx, restoration))
  await step('refills', reviewRestoredRefills)
  await step('emails', (tx) => holdRestoredEmails(tx, restoration))
  await step('announcements', holdRestoredAnnouncements)
  await step('deposits', readDepositsAgain)
  await step('links', endLinks)
  await step('sessions', (tx, publish) => {
    // Processes trust a session until they get this event, and the last tx may fail or never come.
    publish({ topic: 'resumed' })
    return endSessions(tx, restoration)
  })
  const providers = await compareBalances(ctx)
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lock(tx, id)
    await tx
      .updateTable('restorations')
      .set({
        resumed_at: sql<Date>`now()`,
        resumed_by: by?.actorId ?? null,
        found: sql`found || ${JSON.stringify({ providers })}::jsonb`,
      })
      .where('id', '=', id)
      .execute()
    const done = await readDone(tx, id)
    record({
      action: 'database.resume',
      id: null,
      after: { archive: restoration.archiveId, taken_at: restoration.takenAt.toISOString(), ...done },
    })
    publish({ topic: 'resumed' })
    return done
  })
}

async function deleteUsersAgain(ctx: Context, restoration: Restoration, by: By | undefined): Promise<void> {
  for (const userId of (await listDeletedSince(ctx)).ids)
    if (await deleteAgain(ctx, by, userId)) await transact(ctx, (tx) => add(tx, restoration.id, { users: 1 }))
}

/** In batches: each stores its last order, since reviewed orders stay queued for staff to decide. */
async function reviewOrders(
  ctx: Context,
  { id, takenAt }: Restoration,
  onProgress: OnProgress | undefined,
): Promise<void> {
  let reviewed = 0
  for (let isMore = true; isMore;)
    isMore = await transact(ctx, async (tx) => {
      await sql.raw(allowSeconds(STEP_SECONDS)).execute(tx)
      const { found } = await lock(tx, id)
      const [userId = 0, orderId = 0] = found.orders_up_to ?? []
      const after = { userId, orderId: BigInt(orderId) }
      const { count, upTo } = await reviewRestoredOrders(tx, { takenAt, after, limit: ORDERS_AT_ONCE })
      if (upTo === null) return false
      await add(tx, id, { orders: count })
      onProgress?.('orders', (reviewed += count))
      await tx
        .updateTable('restorations')
        .set({
          found: sql`found || jsonb_build_object('orders_up_to', jsonb_build_array(${upTo.userId}::int, ${upTo.orderId}::bigint))`,
        })
        .where('id', '=', id)
        .execute()
      return true
    })
}

/** Held until the tx ends. */
async function lock(
  tx: Tx,
  id: string,
): Promise<{ found: Partial<ResumeCounts> & { orders_up_to?: [userId: number, orderId: number] } }> {
  const row = await tx
    .selectFrom('restorations')
    .select('found')
    .where('id', '=', id)
    .where('resumed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('state_conflict', { reason: 'not_fenced' })
  return { found: Object(row.found) }
}

async function add(tx: Tx, id: string, done: Partial<ResumeCounts>): Promise<void> {
  for (const [name, count] of Object.entries(done))
    await sql`
      update restorations set found = found || jsonb_build_object(${name}::text, coalesce((found ->> ${name})::int, 0) + ${count}::int)
      where id = ${id}`.execute(tx)
}

/** The count of a step that did nothing is 0. */
async function readDone(tx: Tx, id: string): Promise<ResumeCounts> {
  const { found } = await tx
    .selectFrom('restorations')
    .select('found')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const names = Object.keys(resumeCounts.shape) as (keyof ResumeCounts)[] // its own keys
  return Object.fromEntries(names.map((name) => [name, Object(found)[name] ?? 0])) as ResumeCounts // each of them
}
