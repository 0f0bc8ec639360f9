import * as z from 'zod/mini'

import { attachedFiles, attachment } from '#contract/attachments/attachment.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { idParam, line, time } from '#contract/base/fields.ts'
import { languages } from '#contract/base/languages.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

import { orderIdParam, paymentStages } from './payments.ts'

/** As on a bank statement or receipt, or a blockchain transaction. */
export const transferReference = line({ min: 1, max: 100, message: 'required' })

/** A payment by a method that staff confirm, with everything the customer needs to make it. */
export const manualPayment = z.object({
  order_id: z.string(),
  stage: z.enum(paymentStages),
  payment_method: z.string(),
  /** The method's name and instructions in the reader's language. */
  label: z.string(),
  instructions: z.nullable(z.string()),
  /** The amount to be credited, the method's fee, their sum (what to send), and the bonus. */
  amount: moneyCodec,
  fee: moneyCodec,
  total: moneyCodec,
  bonus: moneyCodec,
  /** To be added to the transfer, so that staff can find it. */
  note: z.string(),
  created_at: time,
  expires_at: z.nullable(time),
  /** What the customer reported about the transfer. */
  reference: z.nullable(z.string()),
  sent_at: z.nullable(time),
  files: z.array(attachment),
  /** Why staff refused it. */
  refusal: z.nullable(z.string()),
  /** Reference and files can be sent and changed until staff have decided. */
  can_send: z.boolean(),
  can_cancel: z.boolean(),
})
export type ManualPayment = z.output<typeof manualPayment>

const one = {
  params: z.object({ order_id: orderIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), payment: manualPayment }) },
} as const

export const getManualPayment = endpoint({
  ...one,
  method: 'GET',
  path: '/api/payment/manual/:order_id',
  access: 'user',
  needs: 'money',
  summary: 'A payment that staff confirm: instructions, the exact amount to send, and what was sent so far',
  query: z.strictObject({
    /** For name and instructions. Other calls answer in English. */
    language: z.optional(z.enum(languages)),
    userId: z.optional(idParam),
    user_id: z.optional(idParam),
  }),
  errors: ['deposit_not_found', 'insufficient_permissions'],
})

export const sendTransfer = endpoint({
  ...one,
  method: 'POST',
  path: '/api/payment/manual/:order_id',
  access: 'user',
  summary:
    'Tells the reference of a transfer, as a form with up to 3 files of 2 MB as its proof; again to correct it, until it is decided',
  body: z.strictObject({ reference: transferReference }),
  files: attachedFiles,
  errors: ['deposit_not_found', 'state_conflict', 'attachment_refused', 'rate_limited'],
})

export const cancelManualPayment = endpoint({
  ...one,
  method: 'POST',
  path: '/api/payment/manual/:order_id/cancel',
  access: 'user',
  summary: 'Cancels a payment of which nothing was sent yet',
  errors: ['deposit_not_found', 'state_conflict'],
})
