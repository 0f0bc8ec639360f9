import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { bigId, idParam, ignored, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { paymentMethodValues } from '#contract/settings/public-config.ts'

export const depositStatuses = ['pending', 'completed', 'canceled', 'review'] as const
export type DepositStatus = (typeof depositStatuses)[number]

/** What other shops take and a client may offer: understood, and refused as a way that this one has not set up. */
const unavailableValues = ['heleket', 'bank', 'manual'] as const
export const requestedMethods = [...paymentMethodValues, ...unavailableValues] as const
export type RequestedMethod = (typeof requestedMethods)[number]

/** As its owner sees it: nothing of it was seen yet, money is on its way, a person looks at it, or it is over. */
export const paymentStages = ['unpaid', 'waiting', 'review', 'paid', 'canceled'] as const
export type PaymentStage = (typeof paymentStages)[number]

/** Where it can still be paid, or the rest of it, and until when; null where it can not be paid any more. */
const continued = { payment_url: z.nullable(z.string()), expires_at: z.nullable(time) }

/** A deposit as its owner sees it. `amount` is what was or is to be credited, with a `bonus` that came or is still to come. */
export const ownDeposit = z.object({
  id: bigId,
  /** Opaque, for `/api/payment/status`; null of one that staff entered. */
  order_id: z.nullable(z.string()),
  stage: z.enum(paymentStages),
  amount: moneyCodec,
  bonus: moneyCodec,
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
  summary: 'Opens a deposit and answers where to pay it',
  body: z.strictObject({
    amount: moneyCodec.check(
      z.refine((amount) => amount > 0n, says('amount_required')),
      z.refine((amount) => amount % 1_000_000n === 0n, {
        error: says('amount_decimals'),
        params: { max: 2 },
      }),
    ),
    payment_method: z.enum(requestedMethods, says('payment_method_required')),
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

/** The gateway's news, as it signs it: a reason to ask the gateway, and never more than that. */
export const takeWebhook = endpoint({
  method: 'POST',
  path: '/api/payment/webhook/:gateway',
  access: 'public',
  summary: "A gateway's news; 200 once its signature holds and it is stored. The work follows",
  params: z.object({ gateway: z.string().check(z.regex(/^[a-z]{1,40}$/)) }),
  takes: 'bytes',
  bodyBytes: limits.webhookBytes,
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'invalid_signature'],
})

export const getPaymentStatus = endpoint({
  method: 'GET',
  path: '/api/payment/status/:order_id',
  access: 'user',
  needs: 'money',
  summary: 'Whether a deposit is paid; asks the gateway at most once in 10 s',
  params: z.object({ order_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/)) }),
  query: z.strictObject({ userId: z.optional(idParam), user_id: z.optional(idParam) }),
  answer: {
    status: 200,
    schema: z.object({
      status: z.enum(['paid', 'pending', 'canceled']),
      message: z.string(),
      stage: z.enum(paymentStages),
      amount: moneyCodec,
      bonus: moneyCodec,
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
  summary: "One's own deposits, newest first, whatever became of them",
  query: z.strictObject({ userId: z.optional(idParam), user_id: z.optional(idParam), ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      deposits: z.array(ownDeposit),
      next_cursor: nextCursor,
      /** The newest that can be gone on with, is on its way or is looked at, whichever page it stands on. */
      open: z.nullable(ownDeposit),
    }),
  },
  errors: ['insufficient_permissions'],
})
