import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { idParam, time } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

/** A session of a user. Browser and system are as the browser states them, null if unknown. */
export const session = z.object({
  id: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The network address of the sign-in, or of the last renewal. */
  address: z.nullable(z.string()),
  signed_in_at: time,
  /** Accurate to some minutes. */
  used_at: time,
  is_current: z.boolean(),
})
export type Session = z.output<typeof session>

/** Another user's sessions are for staff; those of staff need `staff`. */
const ofUser = { query: z.strictObject({ user_id: z.optional(idParam) }), needs: 'users' } as const

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  access: 'user',
  needs: 'users',
  summary: "The user's sessions, the calling one first, then the last used; at most 20",
  query: z.extend(ofUser.query, cursorPaging),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), sessions: z.array(session), next_cursor: nextCursor }),
  },
  errors: ['insufficient_permissions', 'not_found'],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  access: 'user',
  ...ofUser,
  summary: 'Signs a session out at once',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{1,36}$/)) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['insufficient_permissions', 'not_found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  access: 'user',
  ...ofUser,
  summary: "Signs out all other sessions; another user's: all",
  answer: { status: 200, schema: z.object({ success: z.literal(true), ended: z.int() }) },
  errors: ['insufficient_permissions', 'not_found'],
})
