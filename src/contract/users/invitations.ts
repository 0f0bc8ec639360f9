import * as z from 'zod/mini'

import { signedIn } from './signed-in.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { password } from './users.ts'

const token = z.string().check(atMost(200))

export const verifyInvitation = endpoint({
  method: 'GET',
  path: '/api/auth/invitation/:token',
  access: 'public',
  summary: 'The invited user, while the invitation is valid; does not use it',
  params: z.object({ token }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      valid: z.literal(true),
      name: z.string(),
      email: z.string(),
    }),
  },
  errors: ['invitation_invalid', 'rate_limited'],
})

/** The link works once. It sets the password, confirms the address and signs in. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitation',
  access: 'public',
  summary: 'Sets the password of an invited user by the emailed link, and signs them in',
  bodyBytes: limits.authBodyBytes,
  body: z.strictObject({ token, password }),
  answer: { status: 201, schema: signedIn },
  errors: ['invitation_invalid', 'rate_limited'],
})
