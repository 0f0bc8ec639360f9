import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, line, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** Max. orders per call; `left` says how many more wait. */
export const SETTLED_MAX = 500

const taughtSentence = z.object({
  id,
  /** `example` is the provider's text when it was taught; `sentence` is the pattern compared: links as <link>, numbers as #. */
  example: z.string(),
  sentence: z.string(),
  taught_by: z.nullable(z.string()),
  taught_at: time,
  /** Orders in review with the same answer, counted up to `SETTLED_MAX`. */
  waiting: z.int(),
})
export type TaughtSentence = z.output<typeof taughtSentence>

export const getProviderSettling = endpoint({
  method: 'GET',
  path: '/api/admin/providers/:id/settling',
  access: 'admin',
  needs: 'providers',
  summary:
    'Refusals that staff taught for this provider, and how many orders in review can be settled together: those with such an answer, and those canceled with a charge and nothing left to deliver',
  params: z.object({ id: idParam }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      sentences: z.array(taughtSentence),
      canceled: z.int(),
    }),
  },
  errors: ['provider_not_found'],
})
export type ProviderSettling = z.output<typeof getProviderSettling.answer.schema>

export const forgetSentence = endpoint({
  method: 'DELETE',
  path: '/api/admin/providers/:id/sentences/:sentence_id',
  access: 'admin',
  needs: 'providers',
  summary: 'Removes a taught refusal: such an answer sends the order to review again',
  params: z.object({ id: idParam, sentence_id: idParam }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found'],
})

export const settleProvider = endpoint({
  method: 'POST',
  path: '/api/admin/providers/:id/settle',
  access: 'admin',
  needs: 'orders',
  summary:
    'Settles orders in review together: `sentence_id`, those that got this taught refusal (they were not taken and are sent again), or `canceled`, those that the provider canceled with a charge and nothing left to deliver (they are refunded, which needs the permission `refund`). With `dry_run` nothing changes',
  params: z.object({ id: idParam }),
  body: z.strictObject({
    what: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('sentence'), sentence_id: id }),
      z.strictObject({ kind: z.literal('canceled') }),
    ]),
    reason: line({ min: 1, max: 500, message: 'reason_required' }),
    dry_run: z.boolean(),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      dry_run: z.boolean(),
      orders: z.int(),
      /** Total expected cost at the provider. */
      cost: moneyCodec,
      /** Total refunded to customers. */
      refunds: moneyCodec,
      /** Orders that were resolved in another way meanwhile, or exceed the limit. */
      refused: z.int(),
      /** Part of `refused`: over the caller's daily refund limit. */
      limited: z.int(),
      /** Orders that exceed what one call settles. */
      left: z.int(),
    }),
  },
  errors: ['provider_not_found', 'not_found'],
})
export type SettleWhat = z.input<typeof settleProvider.body>['what']
