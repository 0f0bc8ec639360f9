import type { FastifyInstance } from 'fastify'

import * as desk from '#contract/ticket-desk.ts'
import { testStorage as testStorageCall } from '#contract/trials.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage } from '#server/database/id-cursor.ts'
import { mount } from '#server/http/mount.ts'

import { testStorage } from './attachments/test-storage.ts'
import { getAnyTicketRow, readMessages } from './read-tickets.ts'
import { answerTicket } from './reply-to-ticket.ts'
import { resolveTicket } from './resolve-ticket.ts'
import { listAnyTicketRows } from './ticket-queries.ts'
import { toAdminTicket } from './to-ticket.ts'

/** Staff who help. */
export function ticketDeskRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, desk.listAdminTickets, async ({ query }) => {
    const { user_id: userId, status, waiting, limit, cursor } = query
    const isWaiting = waiting !== undefined
    const page = { userId, status, isWaiting, before: fromCursor(cursor), count: limit + 1 }
    const { rows, nextCursor } = toPage(await listAnyTicketRows(ctx.db, page), limit)
    return { success: true, tickets: rows.map(toAdminTicket), next_cursor: nextCursor }
  })

  mount(app, ctx, desk.getAdminTicket, async ({ params }) => {
    const row = await getAnyTicketRow(ctx, BigInt(params.id))
    const messages = await readMessages(ctx, { userId: row.user_id, id: row.id }, { isForStaff: true })
    return { success: true, ticket: { ...toAdminTicket(row), messages } }
  })

  mount(app, ctx, desk.adminReplyToTicket, async ({ params, body, files: uploads, by }) => ({
    success: true,
    reply: await answerTicket(ctx, { id: BigInt(params.id), content: body.message, uploads, by }),
  }))

  mount(app, ctx, desk.adminResolveTicket, async ({ params, by }) => {
    const { user_id: userId, id } = await getAnyTicketRow(ctx, BigInt(params.id))
    await resolveTicket(ctx, { userId, id, by })
    const ticket = toAdminTicket(await getAnyTicketRow(ctx, id))
    return { success: true, message: 'Ticket marked as resolved', ticket }
  })

  mount(app, ctx, testStorageCall, () => testStorage(ctx))
}
