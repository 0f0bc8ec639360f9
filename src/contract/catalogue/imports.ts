import * as z from 'zod/mini'
import { dripfeed } from './catalogue.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { says } from '#contract/base/says.ts'
import { atMost, id, line, missing, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** A slug ('smmdoge'), a numeric id, or the URL of a services list. */
export const providerReference = z.union(
  [
    z.int().check(z.positive()),
    z.string().check(z.trim(), z.minLength(1, says('provider_required')), atMost(500)),
  ],
  missing('provider_required'),
)

/** A service as a provider offers it. Amounts and numbers are as it wrote them; `platform` is our guess. */
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
  dripfeed,
  platform: z.string(),
})
export type OfferedService = z.output<typeof offeredService>

/**
 * Why services were not imported: `already_there` without `overwriteExisting`, no longer offered, a category that the
 * operator blocked, or an unusable row. `type_not_understood` ones are imported but not on sale, nor are rows that are a
 * `heading` among the services ("▬▬▬") or cost nothing, unless they are on sale already. `services` are the first
 * hundred ids, `words` the provider's values that were not understood.
 */
export const importReason = z.object({
  code: z.enum([
    'already_there',
    'type_not_understood',
    'heading',
    'not_offered',
    'not_a_service',
    'no_id',
    'no_name',
    'no_rate',
    'no_range',
    'repeated_id',
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
  summary: "A provider's list, cached for an hour when `useCache` is true",
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
      /** Unreadable rows of the list, which are not in `data`. */
      left_out: z.array(importReason),
      cached_at: time,
    }),
  },
  errors: ['provider_not_found', 'provider_failed', 'url_refused', 'state_conflict'],
})

const serviceIds = z
  .array(z.union([z.int(), z.string().check(atMost(100))]))
  .check(z.maxLength(limits.importServicesMax))

/** How services are imported. `platform` overrides the guess; `translate` defaults to true. */
const importTerms = {
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
  translate: z.optional(z.boolean()),
}

/** `error`: not imported, `code` says why. Created services have a code if they are not on sale; updated
 * ones if their type or price keeps them off. An updated service that was off sale for another reason stays off without one. */
export const importOutcome = z.enum(['created', 'updated', 'skipped', 'error'])
export type ImportOutcome = z.output<typeof importOutcome>

export const previewedService = z.object({
  service: z.string(),
  outcome: importOutcome,
  code: z.nullable(importReason.shape.code),
  /** The name as it would be written; null where it is unchanged. */
  name: z.nullable(z.string()),
  /** USD per 1000, as they would be written; null for an error. */
  cost: z.nullable(moneyCodec),
  rate: z.nullable(moneyCodec),
  /** The current rate; null for a new service. */
  rate_now: z.nullable(moneyCodec),
})
export type PreviewedService = z.output<typeof previewedService>

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/preview',
  access: 'admin',
  needs: 'catalogue',
  summary: 'What an import would create, update and skip, with price and cost; nothing is written',
  body: z.strictObject({ ...importTerms, useCache: z.optional(z.boolean()) }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      data: z.array(previewedService),
      /** The median cost is implausible, so the rates may be for another number of pieces than the account says. */
      rates_doubt: z.nullable(z.object({ kind: z.enum(['low', 'high']), median: moneyCodec })),
      cached_at: time,
    }),
  },
  errors: ['provider_not_found', 'provider_unknown', 'provider_failed', 'url_refused', 'state_conflict'],
})

export const importState = z.enum(['running', 'completed', 'failed', 'undone'])
export type ImportState = z.output<typeof importState>

export const importStats = z.object({
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  errors: z.int(),
  reasons: z.array(importReason),
})
export type ImportStats = z.output<typeof importStats>

/** Uses only the ids in `fullServiceData` (api.md). With `inBackground` it answers as soon as the import is stored. */
export const importServices = endpoint({
  method: 'POST',
  path: '/api/admin/services/import',
  access: 'admin',
  needs: 'catalogue',
  summary: "Imports services at the provider's cost plus a markup, rounded up to 4 decimals",
  bodyBytes: limits.importBodyBytes,
  body: z.strictObject({
    ...importTerms,
    inBackground: z.optional(z.boolean()),
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
        stats: importStats,
        /** For `getImport`, which reports the progress. */
        import_id: id,
        state: importState,
      }),
    }),
  },
  errors: ['provider_not_found', 'provider_unknown', 'provider_failed', 'url_refused', 'state_conflict'],
})
