import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { atMost } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { password } from './users.ts'

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/api/user/email-confirmation',
  access: 'user',
  summary: "Emails a link that confirms the account's address; does nothing if it is confirmed",
  bodyBytes: limits.authBodyBytes,
  answer: { status: 200, schema: z.object({ success: z.literal(true), email: z.string() }) },
  errors: ['rate_limited'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/user/password',
  access: 'user',
  summary: 'Changes the password; every other session ends',
  bodyBytes: limits.authBodyBytes,
  body: z.strictObject({
    currentPassword: z
      .string()
      .check(z.minLength(1, says('current_password_required')), atMost(limits.passwordMax)),
    newPassword: password,
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), token: z.string() }) },
  errors: ['rate_limited'],
})
