import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { languages } from '#contract/base/languages.ts'
import { atMost, id, line, missing, nameLine, noControls, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { permissions } from '#contract/base/permissions.ts'

export const roles = ['user', 'admin'] as const
export const userStatuses = ['active', 'blocked'] as const
export const countries = ['us', 'ca', 'uk', 'au', 'in', 'other'] as const // spec §9

export const user = z.object({
  id,
  name: z.string(),
  /** The name that scripts and staff use for the account; users sign in with the email. */
  username: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** The chosen language; null until one is chosen. */
  language: z.nullable(z.enum(languages)),
  /** A new address that is not confirmed yet. */
  pending_email: z.optional(z.string()),
  balance: moneyCodec,
  /** What they owe since a payment was reversed, if above zero: new orders are refused until it is repaid. */
  owed: z.optional(moneyCodec),
  role: z.enum(roles),
  /** Staff only; null is every permission. */
  permissions: z.optional(z.nullable(z.array(z.enum(permissions)))),
  /** Staff only: they can't act as staff until they set it up. */
  needs_two_factor: z.optional(z.literal(true)),
  status: z.enum(userStatuses),
  created_at: time,
})
export type User = z.output<typeof user>

export const USERNAME_MIN = 3
export const USERNAME_MAX = 30

/** Latin letters, digits and `_ . -`; upper and lower case are the same. */
export const username = z
  .string()
  .check(
    z.trim(),
    z.regex(new RegExp(`^[A-Za-z0-9_.-]{${USERNAME_MIN},${USERNAME_MAX}}$`), says('username_invalid')),
  )

export const name = nameLine({ max: limits.nameMax, message: 'name_required' })

export const password = z
  .string()
  .check(z.minLength(limits.passwordMin, says('password_short')), atMost(limits.passwordMax))

/**
 * The current address is accepted unchanged, even if it predates today's rules; a new one must follow them (`email`).
 */
const ownEmail = z
  .string(missing('email_required'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, says('email_required')),
    atMost(limits.emailMax, 'email_invalid'),
    noControls,
  )

const profileAnswer = z.object({ success: z.literal(true), user })

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile',
  access: 'user',
  takesKey: 'read',
  summary: 'The signed-in user, with the balance',
  answer: { status: 200, schema: profileAnswer },
  errors: [],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/user/profile',
  access: 'user',
  summary:
    "Changes the caller's name, phone, country and language; a new email needs the password and has to be confirmed",
  takesBack: { answer: profileAnswer, within: 'user' },
  body: z.strictObject({
    name,
    email: ownEmail,
    phone: z.optional(z.nullable(line({ max: limits.phoneMax }))),
    country: z.optional(z.nullable(z.enum(countries))),
    /** Null changes nothing. */
    language: z.optional(z.nullable(z.enum(languages))),
    /** Null cancels a pending change of address; any other value changes nothing. */
    pending_email: z.optional(z.nullable(z.string().check(atMost(limits.emailMax)))),
    password: z.optional(z.string().check(atMost(limits.passwordMax))),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), user }) },
  errors: ['email_taken', 'rate_limited'],
})

/** Separate from the profile, so that name and address need not be sent along. */
export const updateLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  access: 'user',
  summary: "Sets the language of the caller's pages and emails",
  body: z.strictObject({ language: z.enum(languages) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), user }) },
  errors: [],
})
