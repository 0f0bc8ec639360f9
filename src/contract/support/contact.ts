import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, bigId, bigIdParam, email, line, ticketText, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { name } from '#contract/users/users.ts'

/** All fields are required (spec §2). */
export const contactBody = z.strictObject({
  name,
  email,
  subject: line({ min: 1, max: limits.ticketSubjectMax, message: 'subject_required' }),
  message: ticketText,
  /** A hidden field that only bots fill in. Their messages get the usual answer and are dropped. */
  website: z.optional(z.string().check(atMost(2_000))),
})

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  summary:
    'The contact form, as JSON or a form: emails the operator, and becomes a ticket if the sender has an account',
  bodyBytes: limits.contactBodyBytes,
  body: contactBody,
  files: { max: 0, bytes: 1_024 },
  answer: { status: 200, schema: z.object({ success: z.literal(true), message: z.string() }) },
  errors: ['rate_limited'],
})

export const contactStates = ['open', 'answered'] as const

export const contactMessage = z.object({
  id: bigId,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: time,
  answered_at: z.nullable(time),
  /** The member of staff who marked it as answered. */
  answered_by: z.nullable(z.string()),
})
export type ContactMessage = z.output<typeof contactMessage>

const staff = { access: 'admin', needs: 'support' } as const

export const listContactMessages = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/admin/contact',
  summary: 'Contact messages of senders who are not active customers, newest first',
  query: z.strictObject({ status: z.optional(z.enum(contactStates)), ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      messages: z.array(contactMessage),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})

export const answerContactMessage = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/contact/:id/answered',
  summary: 'Marks a message as answered; again changes nothing',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), message: contactMessage }) },
  errors: ['not_found'],
})
