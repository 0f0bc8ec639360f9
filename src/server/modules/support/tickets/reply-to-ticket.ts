import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import type { TicketMessage } from '#contract/support/tickets.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import type { Upload } from '#server/modules/attachments/inspect-files.ts'
import { attachTo, storeFiles } from '#server/modules/attachments/store-files.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'

import { getAnyTicketRow, getTicketRow, readMessages } from './read-tickets.ts'
import {
  type AnyTicketRow,
  findNewestMessage,
  findTicketRow,
  insertMessage,
  type TicketKey,
} from './ticket-queries.ts'
import { findWritten, type KeyedRequest, toKeyed, writeOnce } from './write-once.ts'

type Reply = { content: string; uploads: readonly Upload[]; idempotencyKey: string | undefined }
type ReplyResult = { reply: TicketMessage; isReplayed: boolean }
/** `readUpTo`: the newest message that the author had read. */
type StaffReply = Reply & { id: bigint; by: By; readUpTo?: number | undefined }
type NewMessage = TicketKey & Reply & { keyed: KeyedRequest | undefined; by: By | undefined }
/** Further writes in the tx. The ticket's row is already locked. */
type Step = (tx: Tx, publish: Publish, messageId: bigint) => Promise<void>

/**
 * A customer's reply. The same key answers the same message. Throws `ticket_not_found`, `ticket_closed`,
 * `ticket_full`, `rate_limited`, `idempotency_key_reused`, and as `storeFiles` does.
 */
export async function replyToTicket(
  ctx: Context,
  { userId, id, ...reply }: TicketKey & Reply,
): Promise<ReplyResult> {
  const ticket = await getTicketRow(ctx, { userId, id })
  const keyed = toKeyedReply({ userId, id, senderId: userId, ...reply })
  const earlier = await findReply(ctx, { userId, id, keyed, isForStaff: false })
  if (earlier !== undefined) return earlier
  refuseClosed(ticket)
  await takeTry(ctx, { what: 'ticket_reply', parts: [userId] })
  return write(ctx, { userId, id, ...reply, keyed, by: undefined })
}

/**
 * An answer of staff; the customer is notified. Throws as `replyToTicket` does, and `state_conflict` if there is a
 * message newer than `readUpTo`, so that two staff members who answer at once notice each other before the customer
 * sees both.
 */
export async function answerTicket(
  ctx: Context,
  { id, by, readUpTo, ...reply }: StaffReply,
): Promise<ReplyResult> {
  const ticket = await getAnyTicketRow(ctx, id)
  const { user_id: userId } = ticket
  const keyed = toKeyedReply({ userId, id, senderId: by.actorId, ...reply })
  const earlier = await findReply(ctx, { userId, id, keyed, isForStaff: true })
  if (earlier !== undefined) return earlier
  refuseClosed(ticket)
  // Checked here too, before any file is stored.
  await refuseNewer(ctx.db, { userId, id, readUpTo })
  const check = (tx: Tx) => refuseNewer(tx, { userId, id, readUpTo })
  const notifyCustomer: Step = (tx, publish, messageId) => notifyOfReply(tx, publish, { ticket, messageId })
  return write(ctx, { userId, id, ...reply, keyed, by }, { check, notifyCustomer })
}

/** Without `readUpTo`: a retry after a lost response may have read newer messages and is still the same request. */
function toKeyedReply({
  userId,
  id,
  senderId,
  content,
  uploads,
  idempotencyKey: key,
}: TicketKey & Reply & { senderId: number }): KeyedRequest | undefined {
  return toKeyed({ userId, senderId, call: 'message', key, body: [id, content], uploads })
}

async function findReply(
  ctx: Context,
  { keyed, ...asked }: TicketKey & { keyed: KeyedRequest | undefined; isForStaff: boolean },
): Promise<ReplyResult | undefined> {
  const messageId = await findWritten(ctx.db, keyed)
  if (messageId === undefined) return undefined
  return { reply: await getReply(ctx, { ...asked, messageId }), isReplayed: true }
}

async function write(
  ctx: Context,
  { userId, id, content, uploads, keyed, by }: NewMessage,
  steps?: { check: (tx: Tx) => Promise<void>; notifyCustomer: Step },
): Promise<ReplyResult> {
  const isStaff = by !== undefined
  const ids = await storeFiles(ctx, { userId, uploads, isReply: true, isStaff })
  const { id: messageId, isReplayed } = await transactAsStaff(ctx, by, (tx, publish, record) => {
    const now = ctx.clock()
    return writeOnce(tx, { keyed, now }, async () => {
      // The ticket may have been closed while the files were stored.
      if (!(await countMessage(tx, { userId, id, sender: isStaff ? 'admin' : 'user', now })))
        throw new AppError(await findRefusal(tx, { userId, id }))
      await steps?.check(tx)
      const actorId = by?.actorId ?? null
      const written = await insertMessage(tx, { userId, ticketId: id, actorId, content, now })
      await attachTo(tx, { userId, ticketId: id, messageId: written, ids })
      await steps?.notifyCustomer(tx, publish, written)
      record({ action: 'ticket.reply', id, after: { message: Number(written), attachments: ids.length } })
      publish({ topic: 'ticket', userId, id: Number(id) })
      return written
    })
  })
  return { reply: await getReply(ctx, { userId, id, messageId, isForStaff: isStaff }), isReplayed }
}

async function getReply(
  ctx: Context,
  { messageId, isForStaff, ...key }: TicketKey & { messageId: bigint; isForStaff: boolean },
): Promise<TicketMessage> {
  const messages = await readMessages(ctx, key, { isForStaff })
  const reply = messages.find((message) => message.id === Number(messageId))
  if (reply === undefined) throw new Error('a message that was written is not there')
  return reply
}

async function refuseNewer(
  db: Kysely<DB>,
  { userId, id, readUpTo }: TicketKey & { readUpTo: number | undefined },
): Promise<void> {
  if (readUpTo === undefined) return
  const newest = await findNewestMessage(db, { userId, ticketId: id })
  if (newest.id > BigInt(readUpTo))
    throw new AppError('state_conflict', { reason: 'answered_meanwhile', name: newest.name })
}

function refuseClosed({ status }: { status: string }): void {
  if (status === 'closed') throw new AppError('ticket_closed')
}

async function findRefusal(tx: Tx, key: TicketKey) {
  const row = await findTicketRow(tx, key)
  return row?.status === 'closed' ? 'ticket_closed' : 'ticket_full'
}

/** Emails about tickets ignore the customer's email preferences: they are never advertising. */
async function notifyOfReply(
  tx: Tx,
  publish: Publish,
  { ticket, messageId }: { ticket: AnyTicketRow; messageId: bigint },
): Promise<void> {
  const { user_id: userId, id, subject, user_email: receiver } = ticket
  const details = { ticket_id: Number(id) }
  const notificationId = await addNotification(tx, { userId, code: 'ticket_reply', details })
  publish({ topic: 'notification', userId, id: Number(notificationId) })
  const event = `ticket_reply:${messageId}`
  await queueEmail(tx, publish, {
    userId,
    receiver,
    event,
    kind: 'ticket_reply',
    details: { ...details, subject },
  })
}

/**
 * Counts a message and locks the ticket's row until the tx ends. False if the ticket is closed, full or
 * missing.
 */
async function countMessage(
  tx: Tx,
  { userId, id, sender, now }: TicketKey & { sender: 'user' | 'admin'; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({
      messages: sql`messages + 1`,
      last_sender: sender,
      updated_at: now,
      ...(sender === 'admin' && { is_unread: true }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('messages', '<', limits.ticketMessagesMax)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
