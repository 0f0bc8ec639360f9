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
  email: z.string(),
  phone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** What they chose to read; null until they have. */
  language: z.nullable(z.enum(languages)),
  /** A new address that waits for the letter to it being answered. */
  pending_email: z.optional(z.string()),
  balance: moneyCodec,
  role: z.enum(roles),
  /** Of staff alone: what they may do; null is everything. */
  permissions: z.optional(z.nullable(z.array(z.enum(permissions)))),
  /** Of staff alone, who do nothing as such until they have set it up. */
  needs_two_factor: z.optional(z.literal(true)),
  status: z.enum(userStatuses),
  created_at: time,
})
export type User = z.output<typeof user>

export const name = nameLine({ max: limits.nameMax, message: 'name_required' })

export const password = z
  .string()
  .check(z.minLength(limits.passwordMin, says('password_short')), atMost(limits.passwordMax))

/**
 * One's own is taken as it is, however odd: who registered before the rules of now were made saves the rest of the profile all
 * the same. Another one keeps to them (`email`).
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
  takesKey: true,
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
    /** Null, as GET has it until one was chosen, chooses none. */
    language: z.optional(z.nullable(z.enum(languages))),
    /** Null gives up the address that waits; any other value changes nothing. */
    pending_email: z.optional(z.nullable(z.string().check(atMost(limits.emailMax)))),
    password: z.optional(z.string().check(atMost(limits.passwordMax))),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), user }) },
  errors: ['email_taken', 'rate_limited'],
})

/** Apart from the profile, whose name and address would have to be sent along. */
export const updateLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  access: 'user',
  summary: "Sets the language of the caller's pages and emails",
  body: z.strictObject({ language: z.enum(languages) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), user }) },
  errors: [],
})
