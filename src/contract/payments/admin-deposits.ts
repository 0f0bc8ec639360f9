import * as z from 'zod/mini'
import { carried } from '#contract/base/codes.ts'
import { depositReviewCodes } from './deposit-review.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { bigId, bigIdParam, id, idParam, line, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { METHOD_ID } from '#contract/settings/payment-methods.ts'
import { depositStatuses } from './payments.ts'
import { transferReference } from './manual-payments.ts'

/** A deposit as staff see it. `id` is also its ledger row's, `order_id` the reference for gateway and customer. */
export const adminDeposit = z.object({
  id: bigId,
  order_id: z.string(),
  user_id: id,
  user_email: z.string(),
  gateway: z.string(),
  payment_method: z.string(),
  /** The invoice's amount; the method's fee, which is part of it (or of what staff credited); and the bonus. */
  amount: moneyCodec,
  fee: moneyCodec,
  bonus: moneyCodec,
  status: z.enum(depositStatuses),
  /** What staff credited by hand; null if the invoice's amount was credited, or nothing yet. */
  credited_amount: z.nullable(moneyCodec),
  /** What the gateway has reversed of it so far, or staff recorded as reversed. */
  reversed: moneyCodec,
  /** What the customer owes for all reversed deposits. */
  user_owes: moneyCodec,
  /** Why it needs review, as code and sentence. */
  review_code: z.nullable(z.enum(depositReviewCodes)),
  review_details: z.nullable(carried),
  review_reason: z.nullable(z.string()),
  /** The gateway's last status, the arrived amount in USD and in the payer's currency, and when it reported them. */
  gateway_status: z.nullable(z.string()),
  arrived: z.nullable(moneyCodec),
  arrived_as: z.nullable(z.string()),
  /** Part of `arrived`: what the gateway paid back since, in USD. Null: not reported. */
  gateway_reversed: z.nullable(moneyCodec),
  answered_at: z.nullable(time),
  created_at: time,
  updated_at: time,
  expires_at: z.nullable(time),
  refused_at: z.nullable(time),
  completed_at: z.nullable(time),
})
export type AdminDeposit = z.output<typeof adminDeposit>

export const listAdminDeposits = endpoint({
  method: 'GET',
  path: '/api/admin/deposits',
  access: 'admin',
  needs: 'money',
  summary: 'Deposits of all customers, newest first; `attention=true` lists those that need review',
  query: z.strictObject({
    user_id: z.optional(idParam),
    status: z.optional(z.enum(depositStatuses)),
    /** A gateway, or a method that staff confirm. */
    gateway: z.optional(z.string().check(z.regex(METHOD_ID))),
    attention: z.optional(z.literal('true')),
    ...cursorPaging,
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      deposits: z.array(adminDeposit),
      next_cursor: nextCursor,
    }),
  },
  errors: [],
})

/** Every manual decision about money needs a reason. */
export const decisionReason = line({ min: 1, max: 500, message: 'reason_required' })
const reason = decisionReason
const someAmount = moneyCodec.check(
  z.refine((amount) => amount > 0n && amount <= MONEY_MAX, says('amount_required')),
)

/**
 * `user` is an id, a full email address or a user name. No bonus is added; a bonus is a balance adjustment with its own reason.
 * Amounts above the lowest `approval_above` of the enabled manual methods are refused, since one person alone would credit them.
 */
export const enterDeposit = endpoint({
  method: 'POST',
  path: '/api/admin/deposits',
  access: 'admin',
  needs: 'money',
  summary: 'Credits money that arrived outside every gateway, once per reference',
  body: z.strictObject({
    user: line({ min: 1, max: limits.emailMax, message: 'required' }),
    amount: someAmount,
    /** As on the bank statement or receipt. */
    reference: transferReference,
    reason,
  }),
  answer: { status: 201, schema: z.object({ success: z.literal(true), deposit: adminDeposit }) },
  errors: ['not_found', 'state_conflict'],
})

export const ofDeposit = {
  access: 'admin',
  needs: 'money',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), deposit: adminDeposit }) },
} as const

export const getAdminDeposit = endpoint({
  ...ofDeposit,
  method: 'GET',
  path: '/api/admin/deposits/:id',
  summary: 'A deposit with everything the gateway said about it',
  errors: ['deposit_not_found'],
})

/** The status that GET showed; `state_conflict` if it has changed since. */
const expectedStatus = z.optional(z.enum(depositStatuses))

const decision = { ...ofDeposit, method: 'POST', errors: ['deposit_not_found', 'state_conflict'] } as const

export const creditDeposit = endpoint({
  ...decision,
  path: '/api/admin/deposits/:id/credit',
  summary:
    'Credits the amount, or what the gateway says arrived; final. A payment that staff confirm, above the limit of its method, waits for a second staff member',
  body: z.strictObject({
    amount: z.optional(someAmount),
    /** As on the bank statement, for a payment that staff confirm; default: what the customer entered. */
    reference: z.optional(transferReference),
    expected_status: expectedStatus,
    reason,
  }),
})

export const refuseDeposit = endpoint({
  ...decision,
  path: '/api/admin/deposits/:id/refuse',
  summary:
    'Credits nothing; a later payment goes to review again. The customer of a payment that staff confirm reads the reason',
  body: z.strictObject({ reason, expected_status: expectedStatus }),
})

export const dismissDeposit = endpoint({
  ...decision,
  path: '/api/admin/deposits/:id/dismiss',
  summary: 'Marks the review of a credited deposit as resolved; nothing moves',
  body: z.strictObject({ reason, expected_status: expectedStatus }),
})

export const reverseDeposit = endpoint({
  ...decision,
  path: '/api/admin/deposits/:id/reverse',
  summary:
    "Records what was taken back of a credited deposit, in all: taken from the balance with the bonus's share, the rest is owed. A smaller total returns the difference",
  body: z.strictObject({
    reversed: moneyCodec.check(
      z.refine((amount) => amount >= 0n && amount <= MONEY_MAX, says('amount_required')),
    ),
    /** As GET showed it; `state_conflict` if it has changed since. */
    expected_reversed: z.optional(moneyCodec),
    reason,
  }),
})
