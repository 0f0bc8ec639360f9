import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import type { TicketMessage } from '#contract/support/tickets.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'
import { queueMail } from '#server/modules/messaging/emails/queue-email.ts'
import { addNotification } from '#server/modules/messaging/notifications/add-notification.ts'
import type { Upload } from '#server/modules/support/attachments/inspect-files.ts'
import { attachTo, keepFiles } from '#server/modules/support/attachments/store-files.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'

import { getAnyTicketRow, getTicketRow, readMessages } from './read-tickets.ts'
import {
  type AnyTicketRow,
  findNewestMessage,
  findTicketRow,
  insertMessage,
  type TicketKey,
} from './ticket-queries.ts'
import { findWritten, type Keyed, toKeyed, writeOnce } from './write-once.ts'

type Reply = { content: string; uploads: readonly Upload[]; idempotencyKey: string | undefined }
type Replied = { reply: TicketMessage; isReplayed: boolean }
/** The newest message that was read when it was written. */
type Answer = Reply & { id: bigint; by: By; readUpTo?: number | undefined }
type ToWrite = TicketKey & Reply & { keyed: Keyed | undefined; by: By | undefined }
/** What else belongs to it, in its tx; the ticket's row is the tx's by then. */
type Step = (tx: Tx, publish: Publish, messageId: bigint) => Promise<void>

/**
 * The same key is the same message. Throws `ticket_not_found`, `ticket_closed`, `ticket_full`, `rate_limited`,
 * `idempotency_key_reused`, and as `keepFiles` does.
 */
export async function replyToTicket(
  ctx: Context,
  { userId, id, ...reply }: TicketKey & Reply,
): Promise<Replied> {
  const ticket = await getTicketRow(ctx, { userId, id })
  const keyed = toKeyedReply({ userId, id, senderId: userId, ...reply })
  const earlier = await findReply(ctx, { userId, id, keyed, isForStaff: false })
  if (earlier !== undefined) return earlier
  refuseClosed(ticket)
  await takeTry(ctx, { what: 'ticket_reply', parts: [userId] })
  return write(ctx, { userId, id, ...reply, keyed, by: undefined })
}

/**
 * Staff's answer, which the customer is told of. Throws as above, and `state_conflict` where there is a newer message
 * than the one that it was written against: two who answer at once are told of each other before the customer is.
 */
export async function answerTicket(ctx: Context, { id, by, readUpTo, ...reply }: Answer): Promise<Replied> {
  const ticket = await getAnyTicketRow(ctx, id)
  const { user_id: userId } = ticket
  const keyed = toKeyedReply({ userId, id, senderId: by.actorId, ...reply })
  const earlier = await findReply(ctx, { userId, id, keyed, isForStaff: true })
  if (earlier !== undefined) return earlier
  refuseClosed(ticket)
  // Before the files are taken in as well.
  await refuseNewer(ctx.db, { userId, id, readUpTo })
  const check = (tx: Tx) => refuseNewer(tx, { userId, id, readUpTo })
  const notifyCustomer: Step = (tx, publish, messageId) => tellOf(tx, publish, { ticket, messageId })
  return write(ctx, { userId, id, ...reply, keyed, by }, { check, notifyCustomer })
}

/** Not by what was read before: that an answer was written while its own answer was lost makes it no other one. */
function toKeyedReply({
  userId,
  id,
  senderId,
  content,
  uploads,
  idempotencyKey: key,
}: TicketKey & Reply & { senderId: number }): Keyed | undefined {
  return toKeyed({ userId, senderId, call: 'message', key, body: [id, content], uploads })
}

async function findReply(
  ctx: Context,
  { keyed, ...asked }: TicketKey & { keyed: Keyed | undefined; isForStaff: boolean },
): Promise<Replied | undefined> {
  const messageId = await findWritten(ctx.db, keyed)
  if (messageId === undefined) return undefined
  return { reply: await getReply(ctx, { ...asked, messageId }), isReplayed: true }
}

async function write(
  ctx: Context,
  { userId, id, content, uploads, keyed, by }: ToWrite,
  steps?: { check: (tx: Tx) => Promise<void>; notifyCustomer: Step },
): Promise<Replied> {
  const isStaff = by !== undefined
  const ids = await keepFiles(ctx, { userId, uploads, isReply: true, isStaff })
  const { id: messageId, isReplayed } = await transactAsStaff(ctx, by, (tx, publish, record) => {
    const now = ctx.clock()
    return writeOnce(tx, { keyed, now }, async () => {
      // What was seen before the files came may be over by now.
      if (!(await noteMessage(tx, { userId, id, sender: isStaff ? 'admin' : 'user', now })))
        throw new AppError(await whyNot(tx, { userId, id }))
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

async function whyNot(tx: Tx, key: TicketKey) {
  const row = await findTicketRow(tx, key)
  return row?.status === 'closed' ? 'ticket_closed' : 'ticket_full'
}

/** By a notification, and always by a letter: tickets are no advertisement. */
async function tellOf(
  tx: Tx,
  publish: Publish,
  { ticket, messageId }: { ticket: AnyTicketRow; messageId: bigint },
): Promise<void> {
  const { user_id: userId, id, subject, user_email: receiver } = ticket
  const details = { ticket_id: Number(id) }
  const notificationId = await addNotification(tx, { userId, code: 'ticket_reply', details })
  publish({ topic: 'notification', userId, id: Number(notificationId) })
  const event = `ticket_reply:${messageId}`
  await queueMail(tx, publish, {
    userId,
    receiver,
    event,
    letter: 'ticket_reply',
    details: { ...details, subject },
  })
}

/** Counts a message in; false where the ticket is closed, full, or not there. The row is this tx's until it ends. */
async function noteMessage(
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
