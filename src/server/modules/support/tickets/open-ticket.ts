import type { BodyOf } from '#contract/base/endpoint.ts'
import { invalidFields } from '#contract/base/errors.ts'
import type { createTicket, TicketThread } from '#contract/support/tickets.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findOrders } from '#server/modules/orders/reading/find-orders.ts'

import { attachTo } from '#server/modules/support/attachments/attachment-queries.ts'
import type { Upload } from '#server/modules/support/attachments/inspect-files.ts'
import { keepFiles } from '#server/modules/support/attachments/keep-files.ts'
import { readThread } from './read-tickets.ts'
import { findWritten, toKeyed, writeOnce } from './write-once.ts'
import { writeTicket } from './write-ticket.ts'

type Asked = {
  userId: number
  body: BodyOf<typeof createTicket>
  uploads: readonly Upload[]
  idempotencyKey: string | undefined
}

/**
 * A ticket with its first message; the same key is the same ticket, as it stands by then. Throws `rate_limited`,
 * `idempotency_key_reused`, and as `keepFiles` does.
 */
export async function openTicket(
  ctx: Context,
  { userId, body, uploads, idempotencyKey: key }: Asked,
): Promise<{ ticket: TicketThread; isReplayed: boolean }> {
  const { subject, category, message: content, orderId } = body
  const texts = [subject, category, content, orderId]
  const keyed = toKeyed({ userId, senderId: userId, call: 'ticket', key, body: texts, uploads })
  const earlier = await findWritten(ctx.db, keyed)
  if (earlier !== undefined)
    return { ticket: await readThread(ctx, { userId, id: earlier }), isReplayed: true }
  // For one customer, so that nobody buries everybody else's.
  await takeTry(ctx, { what: 'ticket', parts: [userId] })
  if (orderId !== undefined) await refuseForeignOrder(ctx, { userId, orderId })
  const ids = await keepFiles(ctx, { userId, uploads, isReply: false, isStaff: false })
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
