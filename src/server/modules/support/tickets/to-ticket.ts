import type { AdminTicket } from '#contract/support/admin-tickets.ts'
import type { Ticket, TicketCategory, TicketMessage } from '#contract/support/tickets.ts'

import type { AttachmentRow } from '#server/modules/support/attachments/attachment-queries.ts'
import type { MessageRow } from './message-queries.ts'
import type { TicketRow } from './ticket-queries.ts'
import type { AnyTicketRow } from './any-ticket-queries.ts'

export function toTicket(row: TicketRow): Ticket {
  return {
    id: Number(row.id),
    subject: row.subject,
    category: row.category as TicketCategory, // the table's own check
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

/** To customers staff are the house; to staff they have names. */
export function toMessages(
  rows: readonly MessageRow[],
  files: readonly AttachmentRow[],
  { isForStaff }: { isForStaff: boolean },
): TicketMessage[] {
  const byMessage = Map.groupBy(files, ({ message_id: id }) => id)
  return rows.map(({ id, sender, name, content, created_at: time }) => ({
    id: Number(id),
    sender: sender === 'admin' && !isForStaff ? 'Support' : name,
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
