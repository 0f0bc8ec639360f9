import type { FastifyInstance } from 'fastify'

import { isAllowed } from '#contract/base/permissions.ts'
import * as tickets from '#contract/support/tickets.ts'
import type { Context } from '#server/context.ts'
import { mountFile, mount } from '#server/lib/http/mount.ts'
import { fromCursor, toPage } from '#server/lib/postgres/id-cursor.ts'
import { getAttachment } from '#server/modules/attachments/file-store.ts'
import type { Caller } from '#server/modules/users/auth/authenticate.ts'

import { openTicket } from './open-ticket.ts'
import { getAnyTicketRow, getTicketRow, markSeen, readThread, toTicket } from './read-tickets.ts'
import { replyToTicket } from './reply-to-ticket.ts'
import { resolveTicket } from './resolve-ticket.ts'
import { countUnreadTickets, listTicketRows } from './ticket-queries.ts'

export function ticketsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, tickets.listTickets, async ({ userId, query: { status, limit, cursor } }) => {
    const page = { userId, status, before: fromCursor(cursor), count: limit + 1 }
    const { rows, nextCursor } = toPage(await listTicketRows(ctx.db, page), limit)
    const unread = await countUnreadTickets(ctx.db, userId)
    return { success: true, tickets: rows.map(toTicket), next_cursor: nextCursor, unread }
  })

  mount(
    app,
    ctx,
    tickets.createTicket,
    async ({ caller, body, files: uploads, idempotencyKey, setHeader }) => {
      const asked = { userId: caller.id, body, uploads, idempotencyKey }
      const { ticket, isReplayed } = await openTicket(ctx, asked)
      if (isReplayed) setHeader('idempotent-replayed', 'true')
      return { success: true, ticket }
    },
  )

  mount(app, ctx, tickets.getTicket, async ({ userId, params }) => ({
    success: true,
    ticket: await readThread(ctx, { userId, id: BigInt(params.id) }),
  }))

  mount(app, ctx, tickets.readTicket, async ({ caller: { id: userId }, params }) => {
    await markSeen(ctx, { userId, id: BigInt(params.id) })
    return { success: true }
  })

  mount(
    app,
    ctx,
    tickets.replyToTicket,
    async ({ caller, params, body, files, idempotencyKey, setHeader }) => {
      const ticket = { userId: caller.id, id: BigInt(params.id) }
      const written = { content: body.message, uploads: files, idempotencyKey }
      const { reply, isReplayed } = await replyToTicket(ctx, { ...ticket, ...written })
      if (isReplayed) setHeader('idempotent-replayed', 'true')
      return { success: true, reply }
    },
  )

  mount(app, ctx, tickets.resolveTicket, async ({ caller: { id: userId }, params }) => {
    const ticket = { userId, id: BigInt(params.id) }
    await getTicketRow(ctx, ticket)
    await resolveTicket(ctx, { ...ticket, by: undefined })
    const message = 'Ticket marked as resolved'
    return { success: true, message, ticket: toTicket(await getTicketRow(ctx, ticket)) }
  })

  mountFile(app, ctx, tickets.getAttachment, async ({ caller, params }) => {
    const ticketId = BigInt(params.id)
    const userId = await findOwner(ctx, caller, ticketId)
    return getAttachment(ctx, { userId, ticketId, id: BigInt(params.attachment_id) })
  })
}

/**
 * Staff with `support` (and a second factor where it is required) see every customer's files; others only
 * their own.
 */
async function findOwner(ctx: Context, caller: Caller, id: bigint): Promise<number> {
  const isStaff = isAllowed(caller, 'support') && !(await ctx.needsTwoFactor(caller.id))
  const row = isStaff ? await getAnyTicketRow(ctx, id) : await getTicketRow(ctx, { userId: caller.id, id })
  return row.user_id
}
