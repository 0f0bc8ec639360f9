import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { bigIdParam, id, idParam } from './fields.ts'
import { limits } from './limits.ts'
import { cursorPaging, nextCursor } from './paging.ts'
import { ticket, ticketMessage, ticketStatuses, ticketText, ticketThread } from './tickets.ts'

const whose = {
  user_id: id,
  user_email: z.string(),
  /** Open, and the customer wrote last. */
  is_waiting: z.boolean(),
}
const desk = {
  access: 'admin',
  needs: 'support',
  params: z.object({ id: bigIdParam }),
} as const

const adminTicket = z.extend(ticket, whose)
export type AdminTicket = z.output<typeof adminTicket>

export const listAdminTickets = endpoint({
  method: 'GET',
  path: '/api/admin/tickets',
  access: 'admin',
  needs: 'support',
  summary: 'Tickets of everyone, newest first; `waiting=true` are those in which the customer wrote last',
  query: z.strictObject({
    user_id: z.optional(idParam),
    status: z.optional(z.enum(ticketStatuses)),
    waiting: z.optional(z.literal('true')),
    ...cursorPaging,
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      tickets: z.array(adminTicket),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})

export const getAdminTicket = endpoint({
  ...desk,
  method: 'GET',
  path: '/api/admin/tickets/:id',
  summary: 'A ticket with all that was written, and by whom',
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), ticket: z.extend(ticketThread, whose) }),
  },
  errors: ['ticket_not_found'],
})

export const adminReplyToTicket = endpoint({
  ...desk,
  method: 'POST',
  path: '/api/admin/tickets/:id/messages',
  summary: 'Answers the customer, who is told by a notification and a letter',
  body: z.strictObject({ message: ticketText }),
  files: { max: limits.attachmentsMax, bytes: limits.attachmentBytes },
  answer: { status: 201, schema: z.object({ success: z.literal(true), reply: ticketMessage }) },
  errors: ['ticket_not_found', 'ticket_closed', 'ticket_full', 'attachment_refused'],
})

export const adminResolveTicket = endpoint({
  ...desk,
  method: 'POST',
  path: '/api/admin/tickets/:id/resolve',
  summary: 'Closes an open ticket',
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), message: z.string(), ticket: adminTicket }),
  },
  errors: ['ticket_not_found', 'ticket_closed'],
})
