import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

export type CopiedTicket = {
  userId: number
  id: bigint
  subject: string
  category: 'Order Issue' | 'Payment Issue' | 'Other'
  orderId: bigint | null
  isOpen: boolean
  assignedTo: number | null
  createdAt: Date
  /** Oldest first, beginning with the customer's; those of staff have an `actorId`. */
  messages: readonly { actorId: number | null; content: string; at: Date }[]
  /** An internal note. */
  note: string | null
  /** The key of the request that opened it, while it is stored. */
  idempotency: { key: string; hash: Buffer } | null
}

export function copyPastTicket(
  rows: CopyTables,
  { userId, id, messages, note, idempotency, ...ticket }: CopiedTicket,
): void {
  const last = messages.at(-1)
  const updatedAt = last?.at ?? ticket.createdAt
  const isAnswered = last?.actorId != null
  rows.copyInto('tickets', {
    user_id: userId,
    id,
    subject: ticket.subject,
    category: ticket.category,
    order_id: ticket.orderId,
    status: ticket.isOpen ? 'open' : 'closed',
    messages: messages.length,
    last_sender: isAnswered ? 'admin' : 'user',
    is_unread: ticket.isOpen && isAnswered,
    created_at: ticket.createdAt,
    updated_at: updatedAt,
    closed_at: ticket.isOpen ? null : updatedAt,
    assigned_to: ticket.assignedTo,
    notes: note === null ? 0 : 1,
  })
  if (note !== null && ticket.assignedTo !== null)
    rows.copyInto('ticket_notes', {
      user_id: userId,
      ticket_id: id,
      actor_id: ticket.assignedTo,
      content: note,
      created_at: updatedAt,
    })
  if (idempotency !== null)
    rows.copyInto('ticket_keys', {
      user_id: userId,
      sender_id: userId,
      call: 'ticket',
      idempotency_key: idempotency.key,
      request_hash: idempotency.hash,
      written_id: id,
      created_at: ticket.createdAt,
    })
  for (const { actorId, content, at } of messages)
    rows.copyInto('ticket_messages', {
      user_id: userId,
      ticket_id: id,
      sender: actorId === null ? 'user' : 'admin',
      actor_id: actorId,
      content,
      created_at: at,
    })
}
