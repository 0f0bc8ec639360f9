import { AppError } from '#contract/base/errors.ts'
import type { TicketMessage, TicketThread } from '#contract/support/tickets.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { markTicketRead } from '#server/modules/messaging/notifications/read-about-ticket.ts'

import { listAttachments } from '#server/modules/support/attachments/attachment-queries.ts'
import { listMessageRows } from './message-queries.ts'
import { findTicketRow, markTicketSeen, type TicketKey, type TicketRow } from './ticket-queries.ts'
import { type AnyTicketRow, findAnyTicketRow } from './any-ticket-queries.ts'
import { toMessages, toTicket } from './to-ticket.ts'

/** One's own; another's is not found. */
export async function getTicketRow({ db }: Pick<Context, 'db'>, key: TicketKey): Promise<TicketRow> {
  const row = await findTicketRow(db, key)
  if (row === undefined) throw new AppError('ticket_not_found')
  return row
}

/** For staff, of whomever it is. */
export async function getAnyTicketRow({ db }: Pick<Context, 'db'>, id: bigint): Promise<AnyTicketRow> {
  const row = await findAnyTicketRow(db, id)
  if (row === undefined) throw new AppError('ticket_not_found')
  return row
}

/** All that was written in it. */
export async function readMessages(
  { db }: Pick<Context, 'db'>,
  { userId, id: ticketId }: TicketKey,
  viewer: { isForStaff: boolean },
): Promise<TicketMessage[]> {
  const [rows, files] = await Promise.all([
    listMessageRows(db, { userId, ticketId }),
    listAttachments(db, { userId, ticketId }),
  ])
  return toMessages(rows, files, viewer)
}

export async function readThread(ctx: Context, key: TicketKey): Promise<TicketThread> {
  const row = await getTicketRow(ctx, key)
  return { ...toTicket(row), messages: await readMessages(ctx, key, { isForStaff: false }) }
}

/** What was told of it in notifications is read with it. */
export async function markSeen(ctx: Context, { userId, id }: TicketKey): Promise<void> {
  await getTicketRow(ctx, { userId, id })
  await transact(ctx, async (tx, publish) => {
    const isNew = await markTicketSeen(tx, { userId, id })
    await markTicketRead(tx, { userId, ticketId: id })
    if (isNew) publish({ topic: 'ticket', userId, id: Number(id) })
  })
}
