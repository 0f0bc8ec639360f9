import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { bigId, idParam, ignored, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { cardValues } from '#contract/base/gateways/registry.ts'

export const depositStatuses = ['pending', 'completed', 'canceled', 'review'] as const
export type DepositStatus = (typeof depositStatuses)[number]

/** A card's value or `manual-<id>`; `bank` and `manual` are recognized, and refused as not set up. */
const requestedMethod = new RegExp(`^(?:${cardValues.join('|')}|bank|manual(?:-[a-z0-9-]{1,40})?)$`)

/** As its customer sees it: nothing paid yet, payment in progress, in review, or finished. */
export const paymentStages = ['unpaid', 'waiting', 'review', 'paid', 'canceled'] as const
export type PaymentStage = (typeof paymentStages)[number]

/** Where it (or the rest) can still be paid and until when; null once it can't. */
const continued = { payment_url: z.nullable(z.string()), expires_at: z.nullable(time) }

/** A deposit as its customer sees it. `amount` and `bonus` are what was or will be credited; `fee` is paid on top of `amount`. */
export const ownDeposit = z.object({
  id: bigId,
  /** Opaque, for `/api/payment/status`; null if staff entered it. */
  order_id: z.nullable(z.string()),
  stage: z.enum(paymentStages),
  amount: moneyCodec,
  fee: moneyCodec,
  bonus: moneyCodec,
  /** What was reversed of `amount` and `bonus` together since they were credited. */
  reversed: moneyCodec,
  payment_method: z.string(),
  ...continued,
  created_at: time,
  completed_at: z.nullable(time),
})
export type OwnDeposit = z.output<typeof ownDeposit>

export const createPayment = endpoint({
  method: 'POST',
  path: '/api/payment/create',
  access: 'user',
  summary: 'Opens a deposit and returns where to pay it',
  body: z.strictObject({
    amount: moneyCodec.check(
      z.refine((amount) => amount > 0n, says('amount_required')),
      z.refine((amount) => amount % 1_000_000n === 0n, {
        error: says('amount_decimals'),
        params: { max: 2 },
      }),
    ),
    payment_method: z
      .string(says('payment_method_required'))
      .check(z.regex(requestedMethod, says('payment_method_required'))),
    userId: ignored,
    user_id: ignored,
  }),
  idempotent: true,
  restsInMaintenance: true,
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), payment_url: z.string(), order_id: z.string() }),
  },
  errors: [
    'payment_method_unavailable',
    'gateway_failed',
    'insufficient_permissions',
    'idempotency_key_reused',
    'state_conflict',
    'rate_limited',
  ],
})

/** A gateway's signed webhook: only a reason to ask the gateway, never a reason to credit. */
export const takeWebhook = endpoint({
  method: 'POST',
  path: '/api/payment/webhook/:gateway',
  access: 'public',
  summary:
    "A gateway's webhook; 200 once its signature is verified and it is stored. It is processed afterwards",
  params: z.object({ gateway: z.string().check(z.regex(/^[a-z]{1,40}$/)) }),
  takes: 'bytes',
  bodyBytes: limits.longWebhookBytes,
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'invalid_signature'],
})

export const orderIdParam = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/))

export const getPaymentStatus = endpoint({
  method: 'GET',
  path: '/api/payment/status/:order_id',
  access: 'user',
  needs: 'money',
  summary: 'Whether a deposit is paid; asks the gateway at most once every 10 s',
  params: z.object({ order_id: orderIdParam }),
  query: z.strictObject({ userId: z.optional(idParam), user_id: z.optional(idParam) }),
  answer: {
    status: 200,
    schema: z.object({
      status: z.enum(['paid', 'pending', 'canceled']),
      message: z.string(),
      stage: z.enum(paymentStages),
      payment_method: z.string(),
      amount: moneyCodec,
      fee: moneyCodec,
      bonus: moneyCodec,
      reversed: moneyCodec,
      ...continued,
    }),
  },
  errors: ['deposit_not_found', 'insufficient_permissions'],
})

export const listDeposits = endpoint({
  method: 'GET',
  path: '/api/user/deposits',
  access: 'user',
  needs: 'money',
  summary: 'Your deposits in every state, newest first',
  query: z.strictObject({ userId: z.optional(idParam), user_id: z.optional(idParam), ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      deposits: z.array(ownDeposit),
      next_cursor: nextCursor,
      /** The newest one that can still be paid, is being paid or is in review, independent of the page. */
      open: z.nullable(ownDeposit),
    }),
  },
  errors: ['insufficient_permissions'],
})
