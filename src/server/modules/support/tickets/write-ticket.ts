import type { TicketCategory } from '#contract/support/tickets.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import { insertMessage } from './message-queries.ts'
import { insertTicket } from './ticket-queries.ts'

export type NewTicket = {
  userId: number
  subject: string
  category: TicketCategory
  orderId?: bigint
  content: string
  now: Date
}

/** A customer's ticket and its first message, in the tx of whatever brings it. */
export async function writeTicket(
  tx: Tx,
  publish: Publish,
  { userId, subject, category, orderId, content, now }: NewTicket,
): Promise<{ id: bigint; messageId: bigint }> {
  const id = await insertTicket(tx, { userId, subject, category, orderId: orderId ?? null, now })
  const messageId = await insertMessage(tx, { userId, ticketId: id, actorId: null, content, now })
  publish({ topic: 'ticket', userId, id: Number(id) })
  return { id, messageId }
}
