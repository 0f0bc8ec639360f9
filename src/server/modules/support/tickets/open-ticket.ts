import type { BodyOf } from '#contract/base/endpoint.ts'
import { invalidFields } from '#contract/base/errors.ts'
import type { createTicket, TicketCategory, TicketThread } from '#contract/support/tickets.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { findOrders } from '#server/modules/orders/reading/get-order.ts'
import type { Upload } from '#server/modules/attachments/inspect-files.ts'
import { attachTo, storeFiles } from '#server/modules/attachments/store-files.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'

import { readThread } from './read-tickets.ts'
import { insertMessage } from './ticket-queries.ts'
import { findWritten, toKeyed, writeOnce } from './write-once.ts'

type OpenTicketRequest = {
  userId: number
  body: BodyOf<typeof createTicket>
  uploads: readonly Upload[]
  idempotencyKey: string | undefined
}

/**
 * Opens a ticket with its first message. The same key answers the same ticket in its current state. Throws
 * `rate_limited`, `idempotency_key_reused`, and as `storeFiles` does.
 */
export async function openTicket(
  ctx: Context,
  { userId, body, uploads, idempotencyKey: key }: OpenTicketRequest,
): Promise<{ ticket: TicketThread; isReplayed: boolean }> {
  const { subject, category, message: content, orderId } = body
  const texts = [subject, category, content, orderId]
  const keyed = toKeyed({ userId, senderId: userId, call: 'ticket', key, body: texts, uploads })
  const earlier = await findWritten(ctx.db, keyed)
  if (earlier !== undefined)
    return { ticket: await readThread(ctx, { userId, id: earlier }), isReplayed: true }
  // Per customer, so that one flood does not bury the tickets of others.
  await takeTry(ctx, { what: 'ticket', parts: [userId] })
  if (orderId !== undefined) await refuseForeignOrder(ctx, { userId, orderId })
  const ids = await storeFiles(ctx, { userId, uploads, isReply: false, isStaff: false })
  const { id, isReplayed } = await transact(ctx, (tx, publish) => {
    const now = ctx.clock()
    return writeOnce(tx, { keyed, now }, async () => {
      const order = orderId === undefined ? {} : { orderId: BigInt(orderId) }
      const ticket = await writeTicket(tx, publish, { userId, subject, category, content, now, ...order })
      await attachTo(tx, { userId, ticketId: ticket.id, messageId: ticket.messageId, ids })
      return ticket.id
    })
  })
  return { ticket: await readThread(ctx, { userId, id }), isReplayed }
}

async function refuseForeignOrder(
  { db }: Context,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<void> {
  const [own] = await findOrders(db, { userId, ids: [orderId] })
  if (own === undefined) throw invalidFields({ orderId: { code: 'order_unknown' } })
}

type NewTicket = {
  userId: number
  subject: string
  category: TicketCategory
  orderId?: bigint
  content: string
  now: Date
}

/** A ticket and its first message, in the caller's tx. */
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

/** `messages` counts the first message, which the caller inserts. */
async function insertTicket(
  tx: Tx,
  ticket: {
    userId: number
    subject: string
    category: TicketCategory
    orderId: bigint | null
    now: Date
  },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('tickets')
    .values({
      user_id: ticket.userId,
      subject: ticket.subject,
      category: ticket.category,
      order_id: ticket.orderId,
      messages: 1,
      created_at: ticket.now,
      updated_at: ticket.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
