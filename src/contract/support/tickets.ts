import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, bigIdParam, line, lines, time } from '#contract/base/fields.ts'
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

/** As spec §4 names its members. */
export const ticket = z.object({
  id: bigId,
  subject: z.string(),
  category: z.enum(ticketCategories),
  /** The order that it is about, one's own. */
  orderId: z.nullable(bigId),
  status: z.enum(ticketStatuses),
  date: time,
  lastUpdate: time,
  /** Something in it was not read yet. */
  is_unread: z.boolean(),
})
export type Ticket = z.output<typeof ticket>

export const attachment = z.object({ id: bigId, name: z.string(), type: z.string(), bytes: z.int() })

export const ticketMessage = z.object({
  id: bigId,
  /** The customer's name; "Support" to customers, and who it was to staff. */
  sender: z.string(),
  sender_type: z.enum(ticketSenders),
  time,
  content: z.string(),
  attachments: z.array(attachment),
})
export type TicketMessage = z.output<typeof ticketMessage>

/** Oldest first: a ticket ends at `limits.ticketMessagesMax`. */
export const ticketThread = z.extend(ticket, { messages: z.array(ticketMessage) })
export type TicketThread = z.output<typeof ticketThread>

export const ticketText = lines({ max: limits.ticketTextMax }).check(
  z.trim(),
  z.minLength(1, says('message_required')),
)

const params = z.object({ id: bigIdParam })
const files = { max: limits.attachmentsMax, bytes: limits.attachmentBytes } as const

/** So many with something unread are counted at most: that figure is so many or more. */
export const UNREAD_TICKETS_MAX = 100

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/tickets',
  access: 'user',
  viewNeeds: 'support',
  summary: "One's own tickets, newest first, and how many have something unread; 100 is 100 or more",
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
  summary: 'A ticket with all that was written',
  params,
  answer: { status: 200, schema: z.object({ success: z.literal(true), ticket: ticketThread }) },
  errors: ['ticket_not_found'],
})

export const readTicket = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/read',
  access: 'user',
  summary: 'Marks a ticket as read, and what notifications told of it',
  params,
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['ticket_not_found'],
})

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/messages',
  access: 'user',
  summary: 'Writes in an open ticket; as a form with up to 3 files of 2 MB: pictures, PDF and Word',
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
  summary: 'A file of a ticket, to its owner and to staff with `support`; only ever to be saved',
  params: z.object({ id: bigIdParam, attachment_id: bigIdParam }),
  answer: { status: 200, type: '*/*' },
  errors: ['ticket_not_found', 'not_found'],
})
