import type { FastifyInstance } from 'fastify'

import * as desk from '#contract/support/admin-tickets.ts'
import { testStorage as testStorageCall } from '#contract/settings/setup-tests.ts'
import type { Context } from '#server/context.ts'
import { fromCursor, toPage, toPageAfter } from '#server/lib/postgres/id-cursor.ts'
import { mount } from '#server/lib/http/mount.ts'
import { testStorage } from '#server/modules/support/attachments/test-storage.ts'
import { getAnyTicketRow } from '#server/modules/support/tickets/read-tickets.ts'
import { answerTicket } from '#server/modules/support/tickets/reply-to-ticket.ts'
import { resolveTicket } from '#server/modules/support/tickets/resolve-ticket.ts'
import { listAnyTicketRows } from '#server/modules/support/tickets/any-ticket-queries.ts'
import { toAdminTicket } from '#server/modules/support/tickets/to-ticket.ts'
import { listColleagues } from '#server/modules/users/list-colleagues.ts'

import { assignTicket } from './assign-ticket.ts'
import { cannedRepliesRoutes } from './canned-routes.ts'
import { meetAtTicket } from './show-presence.ts'
import { noteTicket } from './note-ticket.ts'
import { readDeskThread } from './read-thread.ts'

/** Staff who help. */
export function ticketDeskRoutes(app: FastifyInstance, ctx: Context): void {
  cannedRepliesRoutes(app, ctx)

  mount(app, ctx, desk.listAdminTickets, async ({ caller, query }) => {
    const { user_id: userId, status, waiting, assigned, limit, cursor } = query
    const page = {
      userId,
      status,
      isWaiting: waiting !== undefined,
      assignedTo: assigned === 'me' ? caller.id : assigned,
      before: fromCursor(cursor),
      count: limit + 1,
    }
    const { rows, nextCursor } = toPage(await listAnyTicketRows(ctx.db, page), limit)
    return { success: true, tickets: rows.map(toAdminTicket), next_cursor: nextCursor }
  })

  mount(app, ctx, desk.getAdminTicket, async ({ params, caller }) => ({
    success: true,
    ticket: await readDeskThread(ctx, { id: BigInt(params.id), staff: caller }),
  }))

  mount(app, ctx, desk.adminReplyToTicket, async ({ params, body, files, idempotencyKey, by, setHeader }) => {
    const { message: content, last_message: readUpTo } = body
    const written = { content, uploads: files, idempotencyKey }
    const { reply, isReplayed } = await answerTicket(ctx, { id: BigInt(params.id), ...written, readUpTo, by })
    if (isReplayed) setHeader('idempotent-replayed', 'true')
    return { success: true, reply }
  })

  mount(app, ctx, desk.adminResolveTicket, async ({ params, by }) => {
    const { user_id: userId, id } = await getAnyTicketRow(ctx, BigInt(params.id))
    await resolveTicket(ctx, { userId, id, by })
    const ticket = toAdminTicket(await getAnyTicketRow(ctx, id))
    return { success: true, message: 'Ticket marked as resolved', ticket }
  })

  mount(app, ctx, desk.assignTicket, async ({ params, body: { assignee_id: assigneeId, from }, by }) => {
    const id = BigInt(params.id)
    await assignTicket(ctx, { id, assigneeId, from, by })
    return { success: true, ticket: toAdminTicket(await getAnyTicketRow(ctx, id)) }
  })

  mount(app, ctx, desk.noteTicket, async ({ params, body, idempotencyKey, by, setHeader }) => {
    const written = { id: BigInt(params.id), content: body.note, idempotencyKey, by }
    const { note, isReplayed } = await noteTicket(ctx, written)
    if (isReplayed) setHeader('idempotent-replayed', 'true')
    return { success: true, note }
  })

  mount(app, ctx, desk.meetAtTicket, async ({ params, body: { is_answering: isAnswering }, caller }) => ({
    success: true,
    ...(await meetAtTicket(ctx, { id: BigInt(params.id), actorId: caller.id, isAnswering })),
  }))

  mount(app, ctx, desk.listTicketStaff, async ({ query }) => {
    const { rows, nextCursor } = toPageAfter(await listColleagues(ctx.db, 'support'), query, ({ id }) => id)
    return { success: true as const, staff: rows, next_cursor: nextCursor }
  })

  mount(app, ctx, testStorageCall, () => testStorage(ctx))
}
