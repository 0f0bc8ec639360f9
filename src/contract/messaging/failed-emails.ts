import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { sentFault } from '#contract/base/faults.ts'
import { id, time, writtenTime } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

/** What a letter is about. */
export const letterKinds = [
  'email_confirmation',
  'email_change_asked',
  'ticket_reply',
  'payment_received',
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
  'staff_alert',
  'setting_changed',
] as const
export type LetterKind = (typeof letterKinds)[number]

/**
 * Why one is not sent again: its link does not work any more, its announcement was stopped, or the address that it was written
 * to is not the account's any more, and may be somebody else's.
 */
export const letterHolds = ['link_over', 'announcement_stopped', 'address_changed'] as const
export type LetterHold = (typeof letterHolds)[number]

/** A letter that was given up. What it says is not told: there may be a link in it that is its receiver's alone. */
const givenUpLetter = z.object({
  id: z.string(),
  letter: z.enum(letterKinds),
  receiver: z.string(),
  user_id: id,
  user_name: z.string(),
  created_at: time,
  given_up_at: time,
  tries: z.int(),
  reason: z.nullable(sentFault),
  held_by: z.nullable(z.enum(letterHolds)),
})
export type GivenUpLetter = z.output<typeof givenUpLetter>

const staff = { access: 'admin', needs: 'settings' } as const

export const listGivenUpLetters = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/admin/mail/given-up',
  summary: 'Letters that were given up, the last one first: to whom, and why',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), letters: z.array(givenUpLetter), next_cursor: nextCursor }),
  },
  errors: [],
})

const LETTERS_MAX = 100

/** `not_given_up`: it was sent again before, or is gone. */
export const letterOutcomes = ['queued', 'not_given_up', ...letterHolds] as const
export type LetterOutcome = (typeof letterOutcomes)[number]

/** `given_up_at` as it was read: of two who press for the same letter, or one who presses twice, one sends it again. */
export const sendLettersAgain = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/mail/send-again',
  summary: 'Sends letters again that were given up, each once; says of each what came of it',
  body: z.strictObject({
    letters: z
      .array(
        z.strictObject({
          id: z.string().check(z.regex(/^\d{1,10}-[0-9a-f]{32}$/)),
          given_up_at: writtenTime,
        }),
      )
      .check(z.minLength(1), z.maxLength(LETTERS_MAX)),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      letters: z.array(z.object({ id: z.string(), outcome: z.enum(letterOutcomes) })),
    }),
  },
  errors: [],
})
