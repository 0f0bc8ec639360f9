import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, email } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { says } from '#contract/base/says.ts'
import { password } from './users.ts'

const token = z.string().check(z.minLength(1, says('reset_token_required')), atMost(200))

/**
 * Known, unknown and blocked addresses get the same answer in the same time: the account is looked up
 * afterwards.
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Emails a password reset link to an address that has an account',
  bodyBytes: limits.authBodyBytes,
  body: z.strictObject({ email }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), message: z.string() }) },
  errors: ['rate_limited'],
})

export const verifyResetToken = endpoint({
  method: 'GET',
  path: '/api/auth/verify-reset-token/:token',
  access: 'public',
  summary: 'Whether a reset link is still valid; does not use it',
  params: z.object({ token: z.string().check(atMost(200)) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), valid: z.literal(true) }) },
  errors: ['reset_token_invalid', 'rate_limited'],
})

export const setNewPassword = endpoint({
  method: 'POST',
  path: '/api/auth/set-new-password',
  access: 'public',
  summary: 'Sets a new password by a reset link, once and within an hour; every session ends',
  bodyBytes: limits.authBodyBytes,
  /** `end_api_keys`: revokes all API keys of the account; default false. */
  body: z.strictObject({ token, password, end_api_keys: z.optional(z.boolean()) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['reset_token_invalid', 'rate_limited'],
})
