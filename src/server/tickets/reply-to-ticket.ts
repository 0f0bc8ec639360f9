import type { Kysely } from 'kysely'

import { AppError } from '#contract/errors.ts'
import type { TicketMessage } from '#contract/tickets.ts'
import { takeTry } from '#server/auth/limit-tries.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/database/tables.ts'
import type { Tell, Tx } from '#server/database/transact.ts'
import { queueMail } from '#server/mails/queue-mail.ts'
import { addNotification } from '#server/notifications/add-notification.ts'
import { type By, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { attachTo } from './attachments/attachment-queries.ts'
import type { Upload } from './attachments/inspect-files.ts'
import { keepFiles } from './attachments/keep-files.ts'
import { findNewestMessage, insertMessage } from './message-queries.ts'
import { getAnyTicketRow, getTicketRow, readMessages } from './read-tickets.ts'
import { findTicketRow, noteMessage, type TicketKey } from './ticket-queries.ts'
import { type AnyTicketRow } from './any-ticket-queries.ts'

type Reply = { content: string; uploads: readonly Upload[] }
/** The newest message that was read when it was written. */
type Answer = Reply & { id: bigint; by: By; readUpTo?: number | undefined }
/** What else belongs to it, in its tx; the ticket's row is the tx's by then. */
type Step = (tx: Tx, tell: Tell, messageId: bigint) => Promise<void>

/** Throws `ticket_not_found`, `ticket_closed`, `ticket_full`, `rate_limited`, and as `keepFiles` does. */
export async function replyToTicket(
  ctx: Context,
  { userId, id, content, uploads }: TicketKey & Reply,
): Promise<TicketMessage> {
  refuseClosed(await getTicketRow(ctx, { userId, id }))
  await takeTry(ctx, { what: 'ticket_reply', parts: [userId] })
  return write(ctx, { userId, id, content, uploads, by: undefined })
}

/**
 * Staff's answer, which the customer is told of. Throws as above, and `state_conflict` where there is a newer message
 * than the one that it was written against: two who answer at once are told of each other before the customer is.
 */
export async function answerTicket(
  ctx: Context,
  { id, content, uploads, by, readUpTo }: Answer,
): Promise<TicketMessage> {
  const ticket = await getAnyTicketRow(ctx, id)
  const { user_id: userId } = ticket
  refuseClosed(ticket)
  // Before the files are taken in as well.
  await refuseNewer(ctx.db, { userId, id, readUpTo })
  const check = (tx: Tx) => refuseNewer(tx, { userId, id, readUpTo })
  const tellCustomer: Step = (tx, tell, messageId) => tellOf(tx, tell, { ticket, messageId })
  return write(ctx, { userId, id, content, uploads, by }, { check, tellCustomer })
}

async function write(
  ctx: Context,
  { userId, id, content, uploads, by }: TicketKey & Reply & { by: By | undefined },
  steps?: { check: (tx: Tx) => Promise<void>; tellCustomer: Step },
): Promise<TicketMessage> {
  const isStaff = by !== undefined
  const ids = await keepFiles(ctx, { userId, uploads, isReply: true, isStaff })
  const messageId = await transactAsStaff(ctx, by, async (tx, tell, record) => {
    const now = ctx.clock()
    // What was seen before the files came may be over by now.
    if (!(await noteMessage(tx, { userId, id, sender: isStaff ? 'admin' : 'user', now })))
      throw new AppError(await whyNot(tx, { userId, id }))
    await steps?.check(tx)
    const actorId = by?.actorId ?? null
    const written = await insertMessage(tx, { userId, ticketId: id, actorId, content, now })
    await attachTo(tx, { userId, ticketId: id, messageId: written, ids })
    await steps?.tellCustomer(tx, tell, written)
    record({ action: 'ticket.reply', id, after: { message: Number(written), attachments: ids.length } })
    tell({ topic: 'ticket', userId, id: Number(id) })
    return written
  })
  const messages = await readMessages(ctx, { userId, id }, { isForStaff: isStaff })
  const reply = messages.find((message) => message.id === Number(messageId))
  if (reply === undefined) throw new Error('a message that was just written is not there')
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
  tell: Tell,
  { ticket, messageId }: { ticket: AnyTicketRow; messageId: bigint },
): Promise<void> {
  const { user_id: userId, id, subject, user_email: receiver } = ticket
  const details = { ticket_id: Number(id) }
  const notificationId = await addNotification(tx, { userId, code: 'ticket_reply', details })
  tell({ topic: 'notification', userId, id: Number(notificationId) })
  const event = `ticket_reply:${messageId}`
  await queueMail(tx, tell, {
    userId,
    receiver,
    event,
    letter: 'ticket_reply',
    details: { ...details, subject },
  })
}
