import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, idParam, line, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { says } from '#contract/base/says.ts'

/**
 * A second factor by TOTP (RFC 6238: SHA-1, six digits, 30 s). In the box of a code six digits are one of the app's, and
 * anything else is taken for a recovery code; blanks and dashes do not count.
 */
export const twoFactorCode = line({
  min: 1,
  max: limits.twoFactorCodeMax,
  message: 'two_factor_code_required',
})

const password = z
  .string()
  .check(z.minLength(1, says('current_password_required')), atMost(limits.passwordMax))

/** Who is at the account already shows both factors again before they change. */
const proven = z.strictObject({ password, code: twoFactorCode })
const codesAnswer = {
  status: 200,
  /** Each works once. They are told this once and kept as hashes. */
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
      /** Since when; null where it is off. */
      enabled_at: z.nullable(time),
      recovery_codes_left: z.int(),
      /** Staff do nothing as such without it. */
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
      /** Base32, for typing. */
      secret: z.string(),
      /** The same for the QR code that an app reads. */
      otpauth_url: z.string(),
    }),
  },
  errors: ['state_conflict', 'rate_limited'],
})

export const enableTwoFactor = endpoint({
  ...ofOwner,
  method: 'POST',
  path: '/api/user/2fa/enable',
  summary: "Turns two-factor sign-in on with the app's first code; every other session ends",
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
  summary: 'Turns two-factor sign-in off; every other session ends',
  body: proven,
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['state_conflict', 'rate_limited'],
})

/** Of staff by who may change staff, and never of oneself. */
export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/2fa/reset',
  access: 'admin',
  needs: 'users',
  summary:
    'Turns two-factor sign-in off for a user who lost device and codes, and signs them out; in the audit log',
  proof: 'always',
  params: z.object({ id: idParam }),
  body: z.strictObject({ reason: line({ min: 1, max: 500, message: 'reason_required' }) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'state_conflict'],
})
