import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { says } from './says.ts'
import { languages } from './languages.ts'
import {
  atMost,
  email,
  id,
  idParam,
  ignored,
  line,
  search,
  time,
  writtenTime,
  isInBasisPoints,
} from './fields.ts'
import { limits } from './limits.ts'
import { moneyCodec } from './money-codec.ts'
import { pagePaging, pagination } from './paging.ts'
import { permissions } from './permissions.ts'

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
  status: z.enum(userStatuses),
  created_at: time,
})
export type User = z.output<typeof user>

export const name = line({ min: 1, max: limits.nameMax, message: 'name_required' })

export const password = z
  .string()
  .check(z.minLength(limits.passwordMin, says('password_short')), atMost(limits.passwordMax))

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile',
  access: 'user',
  takesKey: true,
  summary: 'Who is signed in, with the balance',
  answer: { status: 200, schema: z.object({ success: z.literal(true), user }) },
  errors: [],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/user/profile',
  access: 'user',
  summary:
    "Changes one's own name, phone, country and language; another email needs the password, and the letter to it answered",
  body: z.strictObject({
    name,
    email,
    phone: z.optional(z.nullable(line({ max: limits.phoneMax }))),
    country: z.optional(z.nullable(z.enum(countries))),
    language: z.optional(z.enum(languages)),
    password: z.optional(z.string().check(atMost(limits.passwordMax))),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), user }) },
  errors: ['email_taken', 'rate_limited'],
})

/** Apart from the profile, whose address would have to be sent along: one that waits for being confirmed would be given up. */
export const updateLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/language',
  access: 'user',
  summary: 'Chooses the language of the pages and letters of whoever is signed in',
  body: z.strictObject({ language: z.enum(languages) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), user }) },
  errors: [],
})

export const adminUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  balance: moneyCodec,
  role: z.enum(roles),
  status: z.enum(userStatuses),
  /** Of staff: what they may do; null is everything. Of customers null. */
  permissions: z.nullable(z.array(z.enum(permissions))),
  orders: z.int(),
  created_at: time,
})
export type AdminUser = z.output<typeof adminUser>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  needs: 'users',
  summary: 'Users by name, email or id, newest first',
  query: z.strictObject({ search, ...pagePaging }),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), users: z.array(adminUser), pagination }),
  },
  errors: [],
})

const discountPercent = z.number().check(z.minimum(0), z.maximum(90), isInBasisPoints)
const ownRate = moneyCodec.check(z.refine((rate) => rate > 0n && rate % 10_000n === 0n, says('rate_invalid')))
const ownRates = z
  .record(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.nullable(ownRate))
  .check(z.refine((rates) => Object.keys(rates).length <= 1_000, says('too_large')))

/**
 * A changed balance is an adjustment in the ledger: it needs a reason and the balance that was shown. That, and what the
 * customer pays (a discount, or rates of their own; null takes one away), is for staff who may move `money`. Role and
 * permissions, and the status and name of staff, are changed by those who may change `staff`.
 */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id',
  access: 'admin',
  needs: 'users',
  summary: 'Changes a user; a balance change is posted as a ledger adjustment',
  params: z.object({ id: idParam }),
  body: z.strictObject({
    name: z.optional(name),
    balance: z.optional(moneyCodec),
    expected_balance: z.optional(moneyCodec),
    reason: z.optional(line({ min: 1, max: 500, message: 'reason_required' })),
    role: z.optional(z.enum(roles)),
    status: z.optional(z.enum(userStatuses)),
    permissions: z.optional(z.nullable(z.array(z.enum(permissions)).check(z.maxLength(permissions.length)))),
    discount_percent: z.optional(discountPercent),
    discount_until: z.optional(z.nullable(writtenTime)),
    rates: z.optional(ownRates),
    email: ignored,
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), user: adminUser }) },
  errors: ['not_found', 'balance_changed', 'last_admin'],
})
