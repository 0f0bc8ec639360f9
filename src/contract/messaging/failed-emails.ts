import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { sentFault } from '#contract/base/codes.ts'
import { id, time, writtenTime } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

export const emailKinds = [
  'email_confirmation',
  'email_change_asked',
  'ticket_reply',
  'payment_received',
  'transfer_refused',
  'order_updates',
  'password_changed',
  'api_key_made',
  'announcement',
  'invitation',
  'contact_message',
  'new_sign_in',
  'password_reset',
  'two_factor_on',
  'two_factor_off',
  'recovery_code_used',
  'recovery_codes_made',
  'two_factor_reset',
  'favourite_changes',
  'api_service_changes',
  'balance_low',
  'staff_alert',
  'setting_changed',
] as const
export type EmailKind = (typeof emailKinds)[number]

/**
 * Why an email can't be sent again: its link has expired, its announcement was stopped, or the account's address has
 * changed and the old one may be someone else's.
 */
export const emailHolds = ['link_expired', 'announcement_stopped', 'address_changed'] as const
export type EmailHold = (typeof emailHolds)[number]

/** Without the text: it may contain a link meant only for the recipient. */
const failedEmail = z.object({
  id: z.string(),
  kind: z.enum(emailKinds),
  receiver: z.string(),
  user_id: id,
  user_name: z.string(),
  created_at: time,
  given_up_at: time,
  tries: z.int(),
  reason: z.nullable(sentFault),
  held_by: z.nullable(z.enum(emailHolds)),
})
export type FailedEmail = z.output<typeof failedEmail>

const staff = { access: 'admin', needs: 'settings' } as const

export const readFailedEmails = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/admin/mail/given-up',
  summary: 'Emails that could not be delivered, the latest first',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), emails: z.array(failedEmail), next_cursor: nextCursor }),
  },
  errors: [],
})

const EMAILS_MAX = 100

/** `not_given_up`: queued or sent by now, or deleted. */
export const resendOutcomes = ['queued', 'not_given_up', ...emailHolds] as const
export type ResendOutcome = (typeof resendOutcomes)[number]

/** `given_up_at` as listed: of two requests for the same failure only the first one sends. */
export const sendEmailsAgain = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/mail/send-again',
  summary: 'Sends failed emails again, each once, and answers the outcome of each',
  body: z.strictObject({
    emails: z
      .array(
        z.strictObject({
          id: z.string().check(z.regex(/^\d{1,10}-[0-9a-f]{32}$/)),
          given_up_at: writtenTime,
        }),
      )
      .check(z.minLength(1), z.maxLength(EMAILS_MAX)),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      emails: z.array(z.object({ id: z.string(), outcome: z.enum(resendOutcomes) })),
    }),
  },
  errors: [],
})
