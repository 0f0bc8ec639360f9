import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import type { AdminTicket } from '#contract/support/admin-tickets.ts'
import type { Ticket, TicketCategory, TicketMessage, TicketThread } from '#contract/support/tickets.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { markTicketNotificationsRead } from '#server/modules/messaging/notifications/mark-read.ts'
import { withNames } from '#server/modules/users/read-names.ts'

import {
  type AnyTicketRow,
  findAnyTicketRow,
  findTicketRow,
  listUnreadTicketRows,
  ticketColumns,
  type TicketKey,
  type TicketRow,
} from './ticket-queries.ts'

/** Throws `ticket_not_found`, also if it is another customer's. */
export async function getTicketRow({ db }: Pick<Context, 'db'>, key: TicketKey): Promise<TicketRow> {
  const row = await findTicketRow(db, key)
  if (row === undefined) throw new AppError('ticket_not_found')
  return row
}

/** For staff: any customer's ticket. Throws `ticket_not_found`. */
export async function getAnyTicketRow({ db }: Pick<Context, 'db'>, id: bigint): Promise<AnyTicketRow> {
  const row = await findAnyTicketRow(db, id)
  if (row === undefined) throw new AppError('ticket_not_found')
  return row
}

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

/** Marks the ticket as read, and the notifications about it. */
export async function markSeen(ctx: Context, { userId, id }: TicketKey): Promise<void> {
  await getTicketRow(ctx, { userId, id })
  await transact(ctx, async (tx, publish) => {
    const isNew = await markTicketSeen(tx, { userId, id })
    await markTicketNotificationsRead(tx, { userId, ticketId: id })
    if (isNew) publish({ topic: 'ticket', userId, id: Number(id) })
  })
}

/** False if nothing was unread. */
async function markTicketSeen(tx: Tx, { userId, id }: TicketKey): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ is_unread: false })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('is_unread', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The customer's tickets among `ids`, oldest first. */
export async function findTickets(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<Ticket[]> {
  const rows = await listNamedTicketRows(db, { userId, ids: ids.map(BigInt) })
  return rows.map(toTicket)
}

/** The newest with an unread answer. */
export async function listUnreadTickets(
  db: Kysely<DB>,
  asked: { userId: number; count: number },
): Promise<Ticket[]> {
  return (await listUnreadTicketRows(db, asked)).map(toTicket)
}

async function listNamedTicketRows(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly bigint[] },
): Promise<TicketRow[]> {
  return db
    .selectFrom('tickets')
    .select(ticketColumns)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

export function toTicket(row: TicketRow): Ticket {
  return {
    id: Number(row.id),
    subject: row.subject,
    category: row.category as TicketCategory, // a check constraint
    orderId: row.order_id === null ? null : Number(row.order_id),
    status: row.status,
    date: row.created_at,
    lastUpdate: row.updated_at,
    is_unread: row.is_unread,
  }
}

export function toAdminTicket(row: AnyTicketRow): AdminTicket {
  const isWaiting = row.status === 'open' && row.last_sender === 'user'
  const { user_id, user_email, assigned_to: id, assignee_name: name } = row
  const assignee = id === null ? null : { id, name: name ?? '' }
  return { ...toTicket(row), user_id, user_email, is_waiting: isWaiting, assignee }
}

/** Customers see staff as "Support"; staff see names. */
function toMessages(
  rows: readonly MessageRow[],
  files: readonly AttachmentRow[],
  { isForStaff }: { isForStaff: boolean },
): TicketMessage[] {
  const byMessage = Map.groupBy(files, ({ message_id: id }) => id)
  return rows.map(({ id, sender, name, content, created_at: time }) => ({
    id: Number(id),
    sender: sender === 'admin' && !isForStaff ? 'Support' : (name ?? ''),
    sender_type: sender,
    time,
    content,
    attachments: (byMessage.get(id) ?? []).map((file) => ({
      id: Number(file.id),
      name: file.name,
      type: file.type,
      bytes: file.bytes,
    })),
  }))
}

type MessageRow = Awaited<ReturnType<typeof listMessageRows>>[number]

/** Oldest first, with the author's name. */
async function listMessageRows(db: Kysely<DB>, { userId, ticketId }: { userId: number; ticketId: bigint }) {
  const rows = await db
    .selectFrom('ticket_messages')
    .select(['id', 'sender', 'content', 'created_at', 'actor_id'])
    .where('ticket_messages.user_id', '=', userId)
    .where('ticket_messages.ticket_id', '=', ticketId)
    .orderBy('ticket_messages.id')
    .limit(limits.ticketMessagesMax)
    .execute()
  return withNames(db, rows, ({ actor_id: actorId }) => actorId ?? userId)
}

type AttachmentRow = {
  message_id: bigint | null
  id: bigint
  name: string
  type: string
  bytes: number
}

/** In upload order. */
async function listAttachments(
  db: Kysely<DB>,
  { userId, ticketId }: { userId: number; ticketId: bigint },
): Promise<AttachmentRow[]> {
  return db
    .selectFrom('attachments')
    .select(['message_id', 'id', 'name', 'type', 'bytes'])
    .where('user_id', '=', userId)
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute()
}

/** Open tickets in which the customer wrote last, counted through their partial index up to `max`. */
export async function countWaitingTickets({ db }: Pick<Context, 'db'>, max: number): Promise<number> {
  const waiting = db
    .selectFrom('tickets')
    .select('id')
    .where('status', '=', 'open')
    .where('last_sender', '=', 'user')
    .orderBy('id')
    .limit(max)
  const { count } = await db
    .selectFrom(waiting.as('counted'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
