import * as z from 'zod/mini'

import { attachment } from '#contract/attachments/attachment.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { bigId, bigIdParam, id, line, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

import { decisionReason, ofDeposit } from './admin-deposits.ts'

/** A credit above the method's limit: the first of two decisions. */
export const proposedCredit = z.object({
  amount: moneyCodec,
  reference: z.string(),
  reason: z.string(),
  staff_id: id,
  staff_name: z.string(),
  proposed_at: time,
  /** The caller proposed it, so someone else must approve it. */
  is_own: z.boolean(),
})

/** What a customer reported about a payment that staff confirm. */
export const transfer = z.object({
  /** The note that the customer was asked to add to the transfer. */
  note: z.string(),
  reference: z.nullable(z.string()),
  sent_at: z.nullable(time),
  files: z.array(attachment),
  refusal: z.nullable(z.string()),
  /** A deposit already credited with the same reference, by any method that staff confirm. */
  same_reference: z.nullable(bigId),
  /** Above it a second person must approve: the lower of the method's limits now and at opening. Null: no limit. */
  approval_above: z.nullable(moneyCodec),
  proposal: z.nullable(proposedCredit),
})
export type AdminTransfer = z.output<typeof transfer>

export const getTransfer = endpoint({
  method: 'GET',
  path: '/api/admin/deposits/:id/transfer',
  access: 'admin',
  needs: 'money',
  summary:
    'What the customer said about a payment that staff confirm, and the credit that waits for approval',
  params: z.object({ id: bigIdParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), transfer }) },
  errors: ['deposit_not_found'],
})

export const getTransferFile = endpoint({
  method: 'GET',
  path: '/api/admin/deposits/:id/files/:attachment_id',
  access: 'admin',
  needs: 'money',
  summary: 'A proof of a payment; always a download',
  params: z.object({ id: bigIdParam, attachment_id: bigIdParam }),
  answer: { status: 200, type: '*/*' },
  errors: ['deposit_not_found', 'not_found'],
})

const ofProposal = {
  ...ofDeposit,
  method: 'POST',
  errors: ['deposit_not_found', 'state_conflict'],
} as const

export const approveCredit = endpoint({
  ...ofProposal,
  path: '/api/admin/deposits/:id/approve',
  summary: 'Credits what another staff member proposed',
  body: z.strictObject({
    /** The amount of the proposal that was shown; `state_conflict` if it has changed. */
    expected_amount: moneyCodec,
    reason: z.optional(line({ max: 500 })),
  }),
})

export const rejectCredit = endpoint({
  ...ofProposal,
  path: '/api/admin/deposits/:id/reject',
  summary: 'Withdraws a proposed credit; the payment has its earlier status again',
  body: z.strictObject({ reason: decisionReason }),
})
