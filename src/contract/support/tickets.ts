import * as z from 'zod/mini'
import { attachedFiles as files, attachment } from '#contract/attachments/attachment.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, bigIdParam, line, ticketText, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { says } from '#contract/base/says.ts'

export const ticketCategories = [
  'Order Issue',
  'Payment Issue',
  'Account Issue',
  'Technical Issue',
  'Other',
] as const // spec §9
export type TicketCategory = (typeof ticketCategories)[number]
export const ticketStatuses = ['open', 'closed'] as const
export const ticketSenders = ['user', 'admin'] as const

/** Member names are those of spec §4. */
export const ticket = z.object({
  id: bigId,
  subject: z.string(),
  category: z.enum(ticketCategories),
  /** The customer's order that the ticket is about. */
  orderId: z.nullable(bigId),
  status: z.enum(ticketStatuses),
  date: time,
  lastUpdate: time,
  /** Has an answer that the customer has not read. */
  is_unread: z.boolean(),
})
export type Ticket = z.output<typeof ticket>

export const ticketMessage = z.object({
  id: bigId,
  /** The customer's name. Staff are "Support" to customers and named to other staff. */
  sender: z.string(),
  sender_type: z.enum(ticketSenders),
  time,
  content: z.string(),
  attachments: z.array(attachment),
})
export type TicketMessage = z.output<typeof ticketMessage>

/** Oldest first, at most `limits.ticketMessagesMax`. */
export const ticketThread = z.extend(ticket, { messages: z.array(ticketMessage) })
export type TicketThread = z.output<typeof ticketThread>

const params = z.object({ id: bigIdParam })

/** The unread count stops here: 100 means 100 or more. */
export const UNREAD_TICKETS_MAX = 100

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/tickets',
  access: 'user',
  viewNeeds: 'support',
  summary: "The caller's tickets, newest first, and how many have something unread; 100 means 100 or more",
  query: z.strictObject({ status: z.optional(z.enum(ticketStatuses)), ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      tickets: z.array(ticket),
      next_cursor: nextCursor,
      unread: z.int(),
    }),
  },
  errors: [],
})

export const createTicket = endpoint({
  method: 'POST',
  path: '/api/tickets',
  access: 'user',
  summary: 'Opens a ticket; as a form with up to 3 files of 2 MB: pictures, PDF, Word and Excel',
  idempotent: true,
  body: z.strictObject({
    subject: line({ min: 1, max: limits.ticketSubjectMax, message: 'subject_required' }),
    category: z.enum(ticketCategories, says('category_required')),
    message: ticketText,
    orderId: z.optional(z.int(says('order_unknown')).check(z.positive(says('order_unknown')))),
  }),
  files,
  answer: { status: 201, schema: z.object({ success: z.literal(true), ticket: ticketThread }) },
  errors: ['attachment_refused', 'rate_limited', 'idempotency_key_reused'],
})

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/tickets/:id',
  access: 'user',
  viewNeeds: 'support',
  summary: 'A ticket with its messages',
  params,
  answer: { status: 200, schema: z.object({ success: z.literal(true), ticket: ticketThread }) },
  errors: ['ticket_not_found'],
})

export const readTicket = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/read',
  access: 'user',
  summary: 'Marks a ticket and the notifications about it as read',
  params,
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['ticket_not_found'],
})

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/messages',
  access: 'user',
  summary: 'Replies to an open ticket; as a form with up to 3 files of 2 MB: pictures, PDF and Word',
  idempotent: true,
  params,
  body: z.strictObject({ message: ticketText }),
  files,
  answer: { status: 201, schema: z.object({ success: z.literal(true), reply: ticketMessage }) },
  errors: [
    'ticket_not_found',
    'ticket_closed',
    'ticket_full',
    'attachment_refused',
    'rate_limited',
    'idempotency_key_reused',
  ],
})

export const resolveTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/resolve',
  access: 'user',
  summary: 'Closes an open ticket',
  params,
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), message: z.string(), ticket }),
  },
  errors: ['ticket_not_found', 'ticket_closed'],
})

export const getAttachment = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/attachments/:attachment_id',
  access: 'user',
  viewNeeds: 'support',
  summary: 'A file of a ticket, for its owner and for staff with `support`; always a download',
  params: z.object({ id: bigIdParam, attachment_id: bigIdParam }),
  answer: { status: 200, type: '*/*' },
  errors: ['ticket_not_found', 'not_found'],
})
