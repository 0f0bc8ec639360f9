import * as z from 'zod/mini'
import { serviceFilter } from './admin-services.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, isInBasisPoints, line, nameLine } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'

/** The maximum of ids in a body; more services are chosen by a filter. */
export const CHOSEN_MAX = 1_000

const percent = (min: number) =>
  z
    .number()
    .check(
      z.minimum(min, says('at_least')),
      z.maximum(limits.markupBasisPointsMax / 100, says('markup_high')),
      isInBasisPoints,
    )

/**
 * `markup` recalculates the rate from the cost of the supply that is tried first; `rate_by` changes it by a percentage. Both
 * round up to 4 decimals.
 */
export const bulkChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('category'),
    category: nameLine({ max: 200, message: 'category_required' }),
    /** If absent, each service stays on its own platform. */
    platform: z.optional(line({ min: 1, max: 40 })),
  }),
  z.strictObject({ kind: z.literal('markup'), percent: percent(0) }),
  z.strictObject({
    kind: z.literal('rate'),
    rate: moneyCodec.check(
      z.refine((amount) => amount > 0n && amount % 10_000n === 0n, says('rate_invalid')),
    ),
  }),
  z.strictObject({ kind: z.literal('rate_by'), percent: percent(-99) }),
  z.strictObject({ kind: z.literal('enable') }),
  z.strictObject({ kind: z.literal('disable') }),
  z.strictObject({ kind: z.literal('delete') }),
])
export type BulkChange = z.output<typeof bulkChange>

/**
 * Why a service is left unchanged. `no_cost`: without a supply there is nothing to mark up. `too_expensive`: the rate would
 * exceed the maximum. `type_not_understood`: a service of unknown type cannot go on sale.
 */
export const bulkLeftCodes = [
  'same_already',
  'no_cost',
  'too_expensive',
  'type_not_understood',
  'changed_meanwhile',
] as const
export type BulkLeftCode = (typeof bulkLeftCodes)[number]

const example = z.object({
  id,
  name: z.string(),
  rate_before: moneyCodec,
  rate_after: moneyCodec,
  cost: z.nullable(moneyCodec),
})
export type BulkExample = z.output<typeof example>

const bulkResult = z.object({
  success: z.literal(true),
  dry_run: z.boolean(),
  /** The number of services chosen, and of those that change. */
  services: z.int(),
  changed: z.int(),
  left: z.array(z.object({ code: z.enum(bulkLeftCodes), count: z.int(), services: z.array(id) })),
  raised: z.int(),
  lowered: z.int(),
  /** Services that cannot be ordered afterwards, since they cost more than their rate. */
  below_cost: z.int(),
  /** The largest price changes; for other changes the first services. */
  examples: z.array(example),
  /** Sent back to confirm exactly this plan. */
  seal: z.string(),
})
export type BulkResult = z.output<typeof bulkResult>

export const changeServices = endpoint({
  method: 'POST',
  path: '/api/admin/services/bulk',
  access: 'admin',
  needs: 'catalogue',
  summary:
    'Changes many services: those named by `ids`, or all that `filter` finds. With `dry_run` nothing changes and the answer says what would, with a seal that the change is confirmed by',
  body: z.strictObject({
    ids: z.optional(
      z
        .array(id)
        .check(z.minLength(1, says('service_required')), z.maxLength(CHOSEN_MAX, says('services_many'))),
    ),
    filter: z.optional(z.strictObject(serviceFilter(id))),
    change: bulkChange,
    dry_run: z.boolean(),
    seal: z.optional(line({ min: 1, max: 60 })),
  }),
  answer: { status: 200, schema: bulkResult },
  errors: ['state_conflict'],
})
