import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { limits } from '#contract/base/limits.ts'
import { user } from './users.ts'

/** A token (JWT, 24 h) that names a server-side session, with its user. */
export const signedIn = z.object({ token: z.string(), user })

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  access: 'user',
  summary:
    'A new token. The old one works for another 60 s; used after that, within its own 24 h, it ends the new one too',
  whileFenced: 'works',
  bodyBytes: limits.authBodyBytes,
  answer: { status: 200, schema: signedIn },
  errors: ['rate_limited'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  summary: 'Ends the session at once',
  whileFenced: 'works',
  bodyBytes: limits.authBodyBytes,
  answer: { status: 204 },
  errors: [],
})
