import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { languages } from '#contract/base/languages.ts'
import { atMost, email, line, missing, noControls } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { TERMS_VERSION_MAX } from './terms.ts'
import { signedIn } from './signed-in.ts'
import { name, password } from './users.ts'

/**
 * `terms_version`: the terms that were shown (`getLegalText`); if absent, the user agrees to the current ones.
 * `language`: of pages and emails, only if the user chose one.
 */
export const registerBody = z.strictObject({
  name,
  email,
  password,
  terms: z.optional(z.boolean()),
  terms_version: z.optional(line({ max: TERMS_VERSION_MAX })),
  language: z.optional(z.enum(languages)),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Opens an account',
  restsInMaintenance: true,
  bodyBytes: limits.authBodyBytes,
  body: registerBody,
  answer: { status: 201, schema: signedIn },
  errors: ['email_taken', 'registration_closed', 'rate_limited'],
})

/** Any text is accepted as a password here: the only check is whether it is right. */
export const loginBody = z.strictObject({
  email: z
    .string(missing('credentials_required'))
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, says('credentials_required')),
      atMost(limits.emailMax, 'email_invalid'),
      noControls,
    ),
  password: z
    .string(missing('credentials_required'))
    .check(z.minLength(1, says('credentials_required')), atMost(limits.passwordMax)),
  /** The second factor, requested by `two_factor_required` after a correct password. */
  code: z.optional(line({ max: limits.twoFactorCodeMax })),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Signs in',
  whileFenced: 'works',
  bodyBytes: limits.authBodyBytes,
  body: loginBody,
  answer: { status: 200, schema: signedIn },
  errors: ['invalid_credentials', 'two_factor_required', 'account_blocked', 'rate_limited'],
})

export const setup = endpoint({
  method: 'POST',
  path: '/api/auth/setup',
  access: 'public',
  summary: 'Creates the first admin with the one-time link that the first start prints',
  bodyBytes: limits.authBodyBytes,
  body: z.strictObject({
    token: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, says('setup_link_invalid'))),
    name,
    email,
    password,
  }),
  answer: { status: 201, schema: signedIn },
  errors: ['setup_link_invalid', 'email_taken', 'rate_limited'],
})

export const verifySetupLink = endpoint({
  method: 'GET',
  path: '/api/auth/setup/:token',
  access: 'public',
  summary: 'Whether the link for the first admin is still valid; does not use it',
  params: z.object({ token: z.string().check(atMost(100)) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), valid: z.literal(true) }) },
  errors: ['setup_link_invalid', 'rate_limited'],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  summary: 'Confirms an address by its emailed link; a new address replaces the old one',
  bodyBytes: limits.authBodyBytes,
  body: z.strictObject({ token: z.string().check(atMost(200)) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), email: z.string() }) },
  errors: ['confirmation_invalid', 'email_taken', 'rate_limited'],
})

/** The link is in the warning sent to the current address: its owner decides. */
export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/cancel-email-change',
  access: 'public',
  summary: 'Cancels a pending change of email, by the link in the warning to the current address',
  bodyBytes: limits.authBodyBytes,
  body: z.strictObject({ token: z.string().check(atMost(200)) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['confirmation_invalid', 'rate_limited'],
})
