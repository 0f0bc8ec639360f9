import * as z from 'zod/mini'
import { rateBelowCost } from './customer-rates.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import {
  email,
  id,
  idParam,
  isInBasisPoints,
  line,
  numberInText,
  search,
  time,
  writtenTime,
} from '#contract/base/fields.ts'
import { languages } from '#contract/base/languages.ts'
import { moneyCodec, moneyInText } from '#contract/base/money-codec.ts'
import { ZERO } from '#contract/base/money.ts'
import { boundedPagination, nextCursor, pagePaging } from '#contract/base/paging.ts'
import { permissions } from '#contract/base/permissions.ts'
import { says } from '#contract/base/says.ts'
import { name, roles, username, userStatuses } from './users.ts'

export const adminUser = z.object({
  id,
  name: z.string(),
  /** The name that scripts use for the account. */
  username: z.string(),
  email: z.string(),
  balance: moneyCodec,
  /** The cost of their orders less refunds. */
  spent: moneyCodec,
  /** When they were last signed in and active, accurate to some minutes; null: never. */
  seen_at: z.nullable(time),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  /** Permissions of staff; null is every permission. Null for customers. */
  permissions: z.nullable(z.array(z.enum(permissions))),
  /** What they may refund per day (UTC); null is no limit. Only staff with a list of permissions have one. */
  refund_limit: z.nullable(moneyCodec),
  /** Invited, without a password yet. */
  is_invited: z.boolean(),
  /** Whether sign-in asks for a second factor. */
  has_two_factor: z.boolean(),
  orders: z.int(),
  /** Of these, orders that are still open. */
  open_orders: z.int(),
  created_at: time,
})
export type AdminUser = z.output<typeof adminUser>

/** The details on a user's page. */
export const adminUserDetails = z.extend(adminUser, {
  phone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  language: z.nullable(z.enum(languages)),
  /** Whether a link sent to the address was opened. */
  is_email_confirmed: z.boolean(),
  /** A new address that is not confirmed yet. */
  pending_email: z.nullable(z.string()),
  /** Null if there is no active session. */
  used_at: z.nullable(time),
  /** What they refunded today (UTC). */
  refunded_today: moneyCodec,
  /** The version of the terms they accepted, and when; null for users added by staff. */
  terms: z.nullable(z.object({ version: z.string(), accepted_at: time })),
})
export type AdminUserDetails = z.output<typeof adminUserDetails>

const filters = { search, role: z.optional(z.enum(roles)), status: z.optional(z.enum(userStatuses)) }

/** What the list of users can be sorted by. */
export const userSorts = ['balance', 'spent', 'seen'] as const
export type UserSort = (typeof userSorts)[number]

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  needs: 'users',
  summary:
    'Users by part of their name, user name or email (from the beginning for one or two characters) or by id, newest first; at most 500. With `sort` those with the highest balance, what they spent or the time when they were last seen come first (`direction=ascending`: last), at most 300; with a filter, of the newest 500 that match',
  query: z.strictObject({
    ...filters,
    sort: z.optional(z.enum(userSorts)),
    direction: z.optional(z.enum(['ascending', 'descending'])),
    before: z.optional(idParam),
    ...pagePaging,
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      users: z.array(adminUser),
      next_cursor: nextCursor,
      pagination: boundedPagination,
    }),
  },
  errors: [],
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export.csv',
  access: 'admin',
  needs: 'users',
  summary: 'Users by the same filters as a CSV file, newest first; at most 100,000',
  query: z.strictObject(filters),
  answer: { status: 200, type: 'text/csv' },
  errors: [],
})

const oneUser = z.object({ success: z.literal(true), user: adminUserDetails })

export const getAdminUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  needs: 'users',
  summary: 'A user with the details of their profile',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: oneUser },
  errors: ['not_found'],
})

const reason = z.optional(line({ min: 1, max: 500, message: 'reason_required' }))
const someOfPermissions = z.optional(
  z.nullable(z.array(z.enum(permissions)).check(z.maxLength(permissions.length))),
)

/** Set by owners only; null removes it. */
const refundLimit = z.optional(
  z.nullable(moneyCodec.check(z.refine((limit) => limit > 0n, says('above_zero')))),
)

/**
 * The invited user sets the password by the emailed link. An opening balance is a ledger adjustment, which needs a
 * reason and `money`. Inviting staff needs `staff`, and no one can grant more permissions than they have.
 */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  needs: 'users',
  summary: 'Adds a user and emails an invitation',
  proof: ['role', 'permissions', 'refund_limit'],
  body: z.strictObject({
    name,
    email,
    role: z.optional(z.enum(roles)),
    permissions: someOfPermissions,
    refund_limit: refundLimit,
    /** The language of emails and pages until the user chooses another. */
    language: z.optional(z.enum(languages)),
    balance: z.optional(moneyCodec),
    reason,
  }),
  answer: { status: 201, schema: z.object({ success: z.literal(true), user: adminUser }) },
  errors: ['email_taken', 'state_conflict'],
})

export const inviteAgain = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/invitation',
  access: 'admin',
  needs: 'users',
  summary: 'Sends a new invitation to a user without a password; the previous link stops working',
  params: z.object({ id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'state_conflict'],
})

const discountPercent = z.number().check(z.minimum(0), z.maximum(90), isInBasisPoints)
const ownRate = moneyCodec.check(z.refine((rate) => rate > 0n && rate % 10_000n === 0n, says('rate_invalid')))
const ownRates = z
  .record(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.nullable(ownRate))
  .check(z.refine((rates) => Object.keys(rates).length <= 1_000, says('too_large')))

/**
 * A changed balance is a ledger adjustment: it needs a reason and the balance that was shown. The balance,
 * discount and custom rates (null removes one) need `money`. Role and permissions, and the status and name
 * of staff, need `staff`. A limit of refunds is set by owners.
 */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id',
  access: 'admin',
  needs: 'users',
  summary: 'Changes a user; a balance change is posted as a ledger adjustment',
  proof: ['role', 'permissions', 'refund_limit'],
  params: z.object({ id: idParam }),
  takesBack: { answer: oneUser, within: 'user' },
  body: z.strictObject({
    name: z.optional(name),
    username: z.optional(username),
    balance: z.optional(moneyCodec),
    expected_balance: z.optional(moneyCodec),
    reason,
    role: z.optional(z.enum(roles)),
    status: z.optional(z.enum(userStatuses)),
    permissions: someOfPermissions,
    refund_limit: refundLimit,
    discount_percent: z.optional(discountPercent),
    discount_until: z.optional(z.nullable(writtenTime)),
    rates: z.optional(ownRates),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      user: adminUser,
      /** About the custom rates in the request. */
      warnings: z.array(rateBelowCost),
    }),
  },
  errors: ['not_found', 'username_taken', 'balance_changed', 'last_admin'],
})

/**
 * Removes personal data: name, address, sessions, keys, emails, notifications and files. The ledger and orders stay,
 * with their texts, under the id. A user with a balance or open orders is deleted only if the request contains the
 * figures that were shown (0 if absent), and with a balance only by staff with `money`. Deleting a deleted user changes
 * nothing.
 */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  needs: 'users',
  summary: 'Deletes a user permanently: personal data goes, the ledger and the orders stay',
  proof: 'always',
  params: z.object({ id: idParam }),
  query: z.strictObject({
    expected_balance: z._default(moneyInText, ZERO),
    expected_open_orders: z._default(numberInText(z.int()), 0),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'user_changed', 'last_admin_delete'],
})
