import type { FastifyInstance } from 'fastify'

import { testStorage as testStorageCall } from '#contract/settings/setup-tests.ts'
import * as calls from '#contract/support/admin-tickets.ts'
import * as canned from '#contract/support/canned-replies.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'
import { fromCursor, toPage, toPageAfter } from '#server/lib/postgres/id-cursor.ts'
import { testStorage } from '#server/modules/attachments/test-storage.ts'
import { getAnyTicketRow, toAdminTicket } from '#server/modules/support/tickets/read-tickets.ts'
import { answerTicket } from '#server/modules/support/tickets/reply-to-ticket.ts'
import { resolveTicket } from '#server/modules/support/tickets/resolve-ticket.ts'
import { listAnyTicketRows } from '#server/modules/support/tickets/ticket-queries.ts'
import { listColleagues } from '#server/modules/users/list-users.ts'

import { assignTicket } from './assign-ticket.ts'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from './canned-replies.ts'
import { noteTicket } from './note-ticket.ts'
import { readInboxThread } from './read-thread.ts'
import { meetAtTicket } from './show-presence.ts'

/** For staff with `support`. */
export function inboxRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, calls.listAdminTickets, async ({ caller, query }) => {
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

  mount(app, ctx, calls.getAdminTicket, async ({ params, caller }) => ({
    success: true,
    ticket: await readInboxThread(ctx, { id: BigInt(params.id), staff: caller }),
  }))

  mount(
    app,
    ctx,
    calls.adminReplyToTicket,
    async ({ params, body, files, idempotencyKey, by, setHeader }) => {
      const { message: content, last_message: readUpTo } = body
      const written = { content, uploads: files, idempotencyKey }
      const { reply, isReplayed } = await answerTicket(ctx, {
        id: BigInt(params.id),
        ...written,
        readUpTo,
        by,
      })
      if (isReplayed) setHeader('idempotent-replayed', 'true')
      return { success: true, reply }
    },
  )

  mount(app, ctx, calls.adminResolveTicket, async ({ params, by }) => {
    const { user_id: userId, id } = await getAnyTicketRow(ctx, BigInt(params.id))
    await resolveTicket(ctx, { userId, id, by })
    const ticket = toAdminTicket(await getAnyTicketRow(ctx, id))
    return { success: true, message: 'Ticket marked as resolved', ticket }
  })

  mount(app, ctx, calls.assignTicket, async ({ params, body: { assignee_id: assigneeId, from }, by }) => {
    const id = BigInt(params.id)
    await assignTicket(ctx, { id, assigneeId, from, by })
    return { success: true, ticket: toAdminTicket(await getAnyTicketRow(ctx, id)) }
  })

  mount(app, ctx, calls.noteTicket, async ({ params, body, idempotencyKey, by, setHeader }) => {
    const written = { id: BigInt(params.id), content: body.note, idempotencyKey, by }
    const { note, isReplayed } = await noteTicket(ctx, written)
    if (isReplayed) setHeader('idempotent-replayed', 'true')
    return { success: true, note }
  })

  mount(app, ctx, calls.meetAtTicket, async ({ params, body: { is_answering: isAnswering }, caller }) => ({
    success: true,
    ...(await meetAtTicket(ctx, { id: BigInt(params.id), actorId: caller.id, isAnswering })),
  }))

  mount(app, ctx, calls.listTicketStaff, async ({ query }) => {
    const { rows, nextCursor } = toPageAfter(await listColleagues(ctx.db, 'support'), query, ({ id }) => id)
    return { success: true as const, staff: rows, next_cursor: nextCursor }
  })

  mount(app, ctx, testStorageCall, () => testStorage(ctx))

  mount(app, ctx, canned.listCannedReplies, async ({ query }) => {
    const { rows, nextCursor } = toPageAfter(await listCannedReplies(ctx), query, ({ id }) => id)
    return { success: true as const, replies: rows, next_cursor: nextCursor }
  })

  mount(app, ctx, canned.createCannedReply, async ({ body, by }) => ({
    success: true,
    reply: await createCannedReply(ctx, by, body),
  }))

  mount(app, ctx, canned.updateCannedReply, async ({ params: { id }, body, by }) => ({
    success: true,
    reply: await updateCannedReply(ctx, by, { id, ...body }),
  }))

  mount(app, ctx, canned.deleteCannedReply, async ({ params: { id }, by }) => {
    await deleteCannedReply(ctx, by, id)
    return { success: true }
  })
}
