import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { says } from './says.ts'
import { atMost, line, time } from './fields.ts'
import { limits } from './limits.ts'

/** A slug ('smmdoge'), a numeric id, or the address of a services list. */
export const providerReference = z.union([
  z.int().check(z.positive()),
  z.string().check(z.trim(), z.minLength(1, says('provider_required')), atMost(500)),
])

/** A service as a provider offers it: money and counters as it wrote them, `platform` guessed by us. */
export const offeredService = z.object({
  service: z.string(),
  name: z.string(),
  category: z.string(),
  type: z.string(),
  rate: z.string(),
  min: z.string(),
  max: z.string(),
  refill: z.boolean(),
  cancel: z.boolean(),
  dripfeed: z.boolean(),
  platform: z.string(),
})
export type OfferedService = z.output<typeof offeredService>

/**
 * Why services were not taken: `already_there` without `overwriteExisting`, `not_offered` (any more), a category
 * that the operator blocked, or a row that can not be used. One of `type_not_understood` was taken, and is not on sale. `services` are the first hundred ids,
 * `words` what the provider wrote in the place that was not understood.
 */
export const importReason = z.object({
  code: z.enum([
    'already_there',
    'type_not_understood',
    'not_offered',
    'not_a_service',
    'no_id',
    'no_name',
    'no_rate',
    'no_range',
    'too_expensive',
    'category_blocked',
  ]),
  count: z.int(),
  services: z.array(z.string()),
  words: z.array(z.string()),
})
export type ImportReason = z.output<typeof importReason>

export const fetchServices = endpoint({
  method: 'POST',
  path: '/api/services/fetch',
  access: 'admin',
  needs: 'catalogue',
  summary: "A provider's list, kept for an hour when `useCache` is true",
  body: z.strictObject({
    provider: providerReference,
    useCache: z.optional(z.boolean()),
    socialMediaOnly: z.optional(z.boolean()),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      data: z.array(offeredService),
      /** Rows of the list that are not in `data`, since they could not be read. */
      left_out: z.array(importReason),
      cached_at: time,
    }),
  },
  errors: ['provider_not_found', 'provider_failed', 'url_refused', 'state_conflict'],
})

const serviceIds = z
  .array(z.union([z.int(), z.string().check(atMost(100))]))
  .check(z.maxLength(limits.importServicesMax))

/** Of `fullServiceData` only the ids are believed (api.md). `platform` overrides the guess when given. */
export const importServices = endpoint({
  method: 'POST',
  path: '/api/admin/services/import',
  access: 'admin',
  needs: 'catalogue',
  summary: "Imports services at the provider's cost plus a markup, rounded up to 4 decimals",
  bodyBytes: limits.importBodyBytes,
  body: z.strictObject({
    provider: providerReference,
    overwriteExisting: z.optional(z.boolean()),
    platform: z.optional(z.nullable(line({ max: 40 }))),
    markupPercentage: z.optional(
      z
        .number(says('markup_low'))
        .check(
          z.minimum(0, says('markup_low')),
          z.maximum(limits.markupBasisPointsMax / 100, says('markup_high')),
        ),
    ),
    fullServiceData: z.optional(
      z
        .array(z.looseObject({ service: z.union([z.int(), z.string().check(atMost(100))]) }))
        .check(z.maxLength(limits.importServicesMax)),
    ),
    serviceIds: z.optional(serviceIds),
  }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      data: z.object({
        stats: z.object({
          total: z.int(),
          created: z.int(),
          updated: z.int(),
          skipped: z.int(),
          errors: z.int(),
          reasons: z.array(importReason),
        }),
      }),
    }),
  },
  errors: ['provider_not_found', 'provider_unknown', 'provider_failed', 'url_refused', 'state_conflict'],
})
