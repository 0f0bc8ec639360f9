import { AppError } from '#contract/errors.ts'
import type { TicketMessage } from '#contract/tickets.ts'
import { takeTry } from '#server/auth/limit-tries.ts'
import type { Context } from '#server/context.ts'
import type { Tell, Tx } from '#server/database/transact.ts'
import { queueMail } from '#server/mails/queue-mail.ts'
import { addNotification } from '#server/notifications/add-notification.ts'
import { type By, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { attachTo } from './attachments/attachment-queries.ts'
import type { Upload } from './attachments/inspect-files.ts'
import { keepFiles } from './attachments/keep-files.ts'
import { insertMessage } from './message-queries.ts'
import { getAnyTicketRow, getTicketRow, readMessages } from './read-tickets.ts'
import { type AnyTicketRow, findTicketRow, noteMessage, type TicketKey } from './ticket-queries.ts'

type Reply = { content: string; uploads: readonly Upload[] }

/** Throws `ticket_not_found`, `ticket_closed`, `ticket_full`, `rate_limited`, and as `keepFiles` does. */
export async function replyToTicket(
  ctx: Context,
  { userId, id, content, uploads }: TicketKey & Reply,
): Promise<TicketMessage> {
  refuseClosed(await getTicketRow(ctx, { userId, id }))
  await takeTry(ctx, { what: 'ticket_reply', parts: [userId] })
  return write(ctx, { userId, id, content, uploads, by: undefined })
}

/** Staff's answer, which the customer is told of. */
export async function answerTicket(
  ctx: Context,
  { id, content, uploads, by }: { id: bigint; by: By } & Reply,
): Promise<TicketMessage> {
  const ticket = await getAnyTicketRow(ctx, id)
  refuseClosed(ticket)
  const tellCustomer = (tx: Tx, tell: Tell, messageId: bigint) => tellOf(tx, tell, { ticket, messageId })
  return write(ctx, { userId: ticket.user_id, id, content, uploads, by }, tellCustomer)
}

async function write(
  ctx: Context,
  { userId, id, content, uploads, by }: TicketKey & Reply & { by: By | undefined },
  alsoTell?: (tx: Tx, tell: Tell, messageId: bigint) => Promise<void>,
): Promise<TicketMessage> {
  const isStaff = by !== undefined
  const ids = await keepFiles(ctx, { userId, uploads, isReply: true, isStaff })
  const messageId = await transactAsStaff(ctx, by, async (tx, tell, record) => {
    const now = ctx.clock()
    // What was seen before the files came may be over by now.
    if (!(await noteMessage(tx, { userId, id, sender: isStaff ? 'admin' : 'user', now })))
      throw new AppError(await whyNot(tx, { userId, id }))
    const actorId = by?.actorId ?? null
    const written = await insertMessage(tx, { userId, ticketId: id, actorId, content, now })
    await attachTo(tx, { userId, ticketId: id, messageId: written, ids })
    await alsoTell?.(tx, tell, written)
    record({ action: 'ticket.reply', id, after: { message: Number(written), attachments: ids.length } })
    tell({ topic: 'ticket', userId, id: Number(id) })
    return written
  })
  const messages = await readMessages(ctx, { userId, id }, { isForStaff: isStaff })
  const reply = messages.find((message) => message.id === Number(messageId))
  if (reply === undefined) throw new Error('a message that was just written is not there')
  return reply
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
