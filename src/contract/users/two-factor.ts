import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, idParam, line, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { says } from '#contract/base/says.ts'

/**
 * TOTP (RFC 6238: SHA-1, six digits, 30 s). Six digits are a code of the app, anything else is read as a
 * recovery code; spaces and dashes are ignored.
 */
export const twoFactorCode = line({
  min: 1,
  max: limits.twoFactorCodeMax,
  message: 'two_factor_code_required',
})

const password = z
  .string()
  .check(z.minLength(1, says('current_password_required')), atMost(limits.passwordMax))

/** Changes need both factors again, also from a signed-in user. */
const proven = z.strictObject({ password, code: twoFactorCode })
const codesAnswer = {
  status: 200,
  /** Each works once. Shown only now and stored as hashes. */
  schema: z.object({ success: z.literal(true), recovery_codes: z.array(z.string()) }),
} as const
const ofOwner = { access: 'user', bodyBytes: limits.authBodyBytes } as const

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/api/user/2fa',
  access: 'user',
  viewNeeds: 'users',
  summary: 'Whether signing in asks for a second factor, and how many recovery codes are left',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      /** Since when; null if it is off. */
      enabled_at: z.nullable(time),
      recovery_codes_left: z.int(),
      /** Staff who must turn it on before they can act as staff. */
      is_required: z.boolean(),
    }),
  },
  errors: [],
})
export type TwoFactor = z.output<typeof getTwoFactor.answer.schema>

export const setUpTwoFactor = endpoint({
  ...ofOwner,
  method: 'POST',
  path: '/api/user/2fa/setup',
  summary: 'A new secret for an authenticator app, in effect once its first code is confirmed',
  proof: 'always',
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      /** Base32, for typing in. */
      secret: z.string(),
      /** For the QR code that an authenticator app reads. */
      otpauth_url: z.string(),
    }),
  },
  errors: ['state_conflict', 'rate_limited'],
})

export const enableTwoFactor = endpoint({
  ...ofOwner,
  method: 'POST',
  path: '/api/user/2fa/enable',
  summary: "Turns two-factor authentication on with the app's first code; every other session ends",
  body: z.strictObject({ code: twoFactorCode }),
  answer: codesAnswer,
  errors: ['state_conflict', 'rate_limited'],
})

export const makeRecoveryCodes = endpoint({
  ...ofOwner,
  method: 'POST',
  path: '/api/user/2fa/recovery-codes',
  summary: 'Replaces the recovery codes with ten new ones',
  body: proven,
  answer: codesAnswer,
  errors: ['state_conflict', 'rate_limited'],
})

export const disableTwoFactor = endpoint({
  ...ofOwner,
  method: 'POST',
  path: '/api/user/2fa/disable',
  summary: 'Turns two-factor authentication off; every other session ends',
  body: proven,
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['state_conflict', 'rate_limited'],
})

/** For staff accounts it needs `staff`. Staff can't reset their own. */
export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/2fa/reset',
  access: 'admin',
  needs: 'users',
  summary:
    'Turns two-factor authentication off for a user who lost device and codes, and signs them out; in the audit log',
  proof: 'always',
  params: z.object({ id: idParam }),
  body: z.strictObject({ reason: line({ min: 1, max: 500, message: 'reason_required' }) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'state_conflict'],
})
