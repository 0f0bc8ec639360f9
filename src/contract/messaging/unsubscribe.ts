import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost } from '#contract/base/fields.ts'

/** Kinds of emails that have an unsubscribe link. */
const unsubscribedKinds = [
  'promotion',
  'newsletter',
  'service_notice',
  'order_updates',
  'favourite_changes',
  'balance_low',
] as const
export type UnsubscribedKind = (typeof unsubscribedKinds)[number]

/**
 * The URL in the List-Unsubscribe header: mail programs post a form to it (RFC 8058), people open the page at the same
 * URL and press its button.
 */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/unsubscribe/:token',
  access: 'public',
  summary: 'Unsubscribes from emails of the kind that the link came in; takes the one-click form of RFC 8058',
  params: z.object({ token: z.string().check(atMost(200)) }),
  body: z.strictObject({ 'List-Unsubscribe': z.optional(z.string().check(atMost(40))) }),
  files: { max: 0, bytes: 1_024 },
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), kind: z.enum(unsubscribedKinds) }),
  },
  errors: ['unsubscribe_invalid'],
})
