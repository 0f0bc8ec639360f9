import type { BodyOf } from '#contract/endpoint.ts'
import { invalidFields } from '#contract/errors.ts'
import type { createTicket, TicketThread } from '#contract/tickets.ts'
import { takeTry } from '#server/auth/limit-tries.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import { findOrders } from '#server/orders/reading/find-orders.ts'

import { attachTo } from './attachments/attachment-queries.ts'
import type { Upload } from './attachments/inspect-files.ts'
import { keepFiles } from './attachments/keep-files.ts'
import { readThread } from './read-tickets.ts'
import { writeTicket } from './write-ticket.ts'

/** A ticket with its first message. Throws `rate_limited`, and as `keepFiles` does. */
export async function openTicket(
  ctx: Context,
  {
    userId,
    body,
    uploads,
  }: { userId: number; body: BodyOf<typeof createTicket>; uploads: readonly Upload[] },
): Promise<TicketThread> {
  // For one customer, so that nobody buries everybody else's.
  await takeTry(ctx, { what: 'ticket', parts: [userId] })
  const { subject, category, message: content, orderId } = body
  if (orderId !== undefined) await refuseForeignOrder(ctx, { userId, orderId })
  const ids = await keepFiles(ctx, { userId, uploads, isReply: false, isStaff: false })
  const ticketId = await transact(ctx, async (tx, tell) => {
    const order = orderId === undefined ? {} : { orderId: BigInt(orderId) }
    const written = { userId, subject, category, content, now: ctx.clock(), ...order }
    const { id, messageId } = await writeTicket(tx, tell, written)
    await attachTo(tx, { userId, ticketId: id, messageId, ids })
    return id
  })
  return readThread(ctx, { userId, id: ticketId })
}

async function refuseForeignOrder(
  { db }: Context,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<void> {
  const [own] = await findOrders(db, { userId, ids: [orderId] })
  if (own === undefined) throw invalidFields({ orderId: { code: 'order_unknown' } })
}
