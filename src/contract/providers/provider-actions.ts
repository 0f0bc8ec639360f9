import * as z from 'zod/mini'
import { connectionTestLine } from '#contract/base/connection-test.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, bigId, id, idParam, search, time } from '#contract/base/fields.ts'
import { limits } from '#contract/base/limits.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'
import { apiKey, apiUrl, currency, oneWithLines, provider, ratePer, usdPerUnit } from './providers.ts'
import { repricing } from './repricing.ts'
import { syncProblems } from '#contract/messaging/notification-codes.ts'

/** Actions of staff on one provider, apart from creating, updating and deleting it. */

const of = { access: 'admin', needs: 'providers', params: z.object({ id: idParam }) } as const
const one = z.object({ success: z.literal(true), provider })

export const getProvider = endpoint({
  ...of,
  method: 'GET',
  path: '/api/admin/providers/:id',
  summary: 'One provider account, with the findings of its last connection test',
  answer: {
    status: 200,
    schema: oneWithLines,
  },
  errors: ['provider_not_found'],
})

export const tryProvider = endpoint({
  method: 'POST',
  path: '/api/admin/providers/try',
  access: 'admin',
  needs: 'providers',
  summary: 'Tests the connection of an account that is not saved yet; nothing is stored',
  body: z.strictObject({
    api_url: apiUrl,
    key: apiKey,
    currency: z.optional(currency),
    usd_per_unit: z.optional(usdPerUnit),
    rate_per: z.optional(ratePer),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), lines: z.array(connectionTestLine) }) },
  errors: ['url_refused'],
})

export const pauseProvider = endpoint({
  ...of,
  method: 'POST',
  path: '/api/admin/providers/:id/pause',
  summary: 'Stops sending to the provider until it is resumed; orders wait or go to another supply',
  answer: { status: 200, schema: one },
  errors: ['provider_not_found', 'state_conflict'],
})

export const resumeProvider = endpoint({
  ...of,
  method: 'POST',
  path: '/api/admin/providers/:id/resume',
  summary: 'Resumes sending, whatever stopped it',
  proof: 'always',
  answer: { status: 200, schema: one },
  errors: ['provider_not_found', 'state_conflict'],
})

export const releaseProvider = endpoint({
  ...of,
  method: 'POST',
  path: '/api/admin/providers/:id/release',
  summary:
    'Trusts its rates again although it charged many times one of them: its services are sold and sent again',
  answer: { status: 200, schema: one },
  errors: ['provider_not_found', 'state_conflict'],
})

/** Number of services per kind of change; `held` now cost more than they are sold for. */
const synced = z.object({
  services: z.int(),
  new: z.int(),
  gone: z.int(),
  back: z.int(),
  price_up: z.int(),
  price_down: z.int(),
  min: z.int(),
  max: z.int(),
  type: z.int(),
  name: z.int(),
  held: z.int(),
  repriced: z.int(),
})
export type Synced = z.output<typeof synced>

export const syncProvider = endpoint({
  ...of,
  method: 'POST',
  path: '/api/admin/providers/:id/sync',
  summary: 'Reads its list of services now; `accept` confirms a list that was doubted',
  body: z.strictObject({ accept: z.optional(z.boolean()) }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      provider,
      synced: z.nullable(synced),
      /** Why the list was rejected and nothing changed. */
      trouble: z.nullable(z.enum(syncProblems)),
    }),
  },
  errors: ['provider_not_found', 'state_conflict'],
})

export const changeKinds = [
  'new',
  'gone',
  'back',
  'price_up',
  'price_down',
  'min',
  'max',
  'type',
  'name',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Prices are per 1,000 in the provider's currency. */
const providerChange = z.object({
  id: bigId,
  kind: z.enum(changeKinds),
  /** The provider's service id. */
  service: z.string(),
  name: z.nullable(z.string()),
  service_id: z.nullable(id),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The order whose charge revealed it; null when the list did. */
  order_id: z.nullable(bigId),
  /** `held`: costs more than it is sold for; `off`: not sold from there any more. */
  outcome: z.nullable(z.enum(['held', 'repriced', 'off'])),
  created_at: time,
})
export type ProviderChange = z.output<typeof providerChange>

export const listProviderChanges = endpoint({
  ...of,
  method: 'GET',
  path: '/api/admin/providers/:id/changes',
  summary: 'Changes in its list of services, newest first; `search` is one of its service ids',
  query: z.strictObject({ kind: z.optional(z.enum(changeKinds)), search, ...cursorPaging }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      changes: z.array(providerChange),
      next_cursor: nextCursor,
    }),
  },
  errors: ['provider_not_found'],
})

export const repriceProvider = endpoint({
  ...of,
  method: 'POST',
  path: '/api/admin/providers/:id/reprice',
  summary: 'Recalculates prices from cost and markup; `dry_run` previews old and new prices',
  body: z.strictObject({
    /**
     * These services; otherwise all that cost more than they are sold for, or with `scope: "all"` all of the
     * provider.
     */
    service_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(limits.importServicesMax))),
    scope: z.optional(z.enum(['below_cost', 'all'])),
    dry_run: z.optional(z.boolean()),
    /** The `seal` of the preview: refused when the result would differ by now. */
    confirm: z.optional(z.string().check(atMost(100))),
  }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), repricing }) },
  errors: ['provider_not_found', 'state_conflict'],
})
