import * as z from 'zod/mini'
import { attachedFiles } from '#contract/attachments/attachment.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, bigIdParam, id, idParam, ticketText, time } from '#contract/base/fields.ts'
import { languages } from '#contract/base/languages.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { ticket, ticketMessage, ticketStatuses, ticketThread } from './tickets.ts'

/** A member of staff. */
const colleague = z.object({ id, name: z.string() })
export type Colleague = z.output<typeof colleague>

const whose = {
  user_id: id,
  user_email: z.string(),
  /** The ticket is open and the customer wrote the last message. */
  is_waiting: z.boolean(),
  /** The member of staff who has taken it. */
  assignee: z.nullable(colleague),
}
const forStaff = {
  access: 'admin',
  needs: 'support',
  params: z.object({ id: bigIdParam }),
} as const

const adminTicket = z.extend(ticket, whose)
export type AdminTicket = z.output<typeof adminTicket>

/** An internal note. Never sent to customers. */
const ticketNote = z.object({ id: bigId, author: z.string(), time, content: z.string() })
export type TicketNote = z.output<typeof ticketNote>

const adminTicketThread = z.extend(ticketThread, {
  ...whose,
  user_name: z.string(),
  /** The language the customer reads. */
  user_language: z.enum(languages),
  /** Whether the caller may view the panel as this customer. */
  can_view: z.boolean(),
  /** Oldest first. */
  notes: z.array(ticketNote),
})
export type AdminTicketThread = z.output<typeof adminTicketThread>

export const listAdminTickets = endpoint({
  method: 'GET',
  path: '/api/admin/tickets',
  access: 'admin',
  needs: 'support',
  summary:
    'Tickets of all customers, newest first; `waiting=true` selects open tickets in which the customer wrote last, `assigned` open tickets assigned to the caller or to nobody',
  query: z.strictObject({
    user_id: z.optional(idParam),
    status: z.optional(z.enum(ticketStatuses)),
    waiting: z.optional(z.literal('true')),
    assigned: z.optional(z.enum(['me', 'nobody'])),
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
  ...forStaff,
  method: 'GET',
  path: '/api/admin/tickets/:id',
  summary: 'A ticket with its messages, their authors and internal notes',
  answer: { status: 200, schema: z.object({ success: z.literal(true), ticket: adminTicketThread }) },
  errors: ['ticket_not_found'],
})

export const adminReplyToTicket = endpoint({
  ...forStaff,
  method: 'POST',
  path: '/api/admin/tickets/:id/messages',
  summary:
    'Answers the customer, who gets a notification and an email. With `last_message`, the newest message the author had read, it is refused if there is a newer one',
  idempotent: true,
  body: z.strictObject({ message: ticketText, last_message: z.optional(bigId) }),
  files: attachedFiles,
  answer: { status: 201, schema: z.object({ success: z.literal(true), reply: ticketMessage }) },
  errors: [
    'ticket_not_found',
    'ticket_closed',
    'ticket_full',
    'attachment_refused',
    'state_conflict',
    'idempotency_key_reused',
  ],
})

export const adminResolveTicket = endpoint({
  ...forStaff,
  method: 'POST',
  path: '/api/admin/tickets/:id/resolve',
  summary: 'Closes an open ticket',
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), message: z.string(), ticket: adminTicket }),
  },
  errors: ['ticket_not_found', 'ticket_closed'],
})

export const assignTicket = endpoint({
  ...forStaff,
  method: 'PUT',
  path: '/api/admin/tickets/:id/assignee',
  summary:
    'Assigns the ticket to a member of staff or to nobody; `from` is the assignee the caller saw: refused if it was reassigned meanwhile',
  body: z.strictObject({ assignee_id: z.nullable(id), from: z.nullable(id) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), ticket: adminTicket }) },
  errors: ['ticket_not_found', 'state_conflict'],
})

export const noteTicket = endpoint({
  ...forStaff,
  method: 'POST',
  path: '/api/admin/tickets/:id/notes',
  summary: 'Adds an internal note, which the customer never sees; also to a closed ticket',
  idempotent: true,
  body: z.strictObject({ note: ticketText }),
  answer: { status: 201, schema: z.object({ success: z.literal(true), note: ticketNote }) },
  errors: ['ticket_not_found', 'ticket_full', 'idempotency_key_reused'],
})

export const meetAtTicket = endpoint({
  ...forStaff,
  method: 'PUT',
  path: '/api/admin/tickets/:id/presence',
  summary:
    'Reports that the caller has the ticket open for the next 20 s, or with `null` leaves it; answers who else has it open, and its newest message',
  body: z.strictObject({ is_answering: z.nullable(z.boolean()) }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      others: z.array(z.extend(colleague, { is_answering: z.boolean() })),
      last_message: bigId,
    }),
  },
  errors: ['ticket_not_found'],
})

export const listTicketStaff = endpoint({
  access: 'admin',
  needs: 'support',
  method: 'GET',
  path: '/api/admin/ticket-staff',
  summary: 'Staff who may answer tickets, by name',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), staff: z.array(colleague), next_cursor: nextCursor }),
  },
  errors: [],
})
