import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, line, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** Per service. */
export const SUPPLIES_MAX = 20

/** Whether orders can be sent through it: not if it or its provider is off, or it costs more than the service's rate. */
export const supplyStates = ['ready', 'off', 'provider_off', 'too_expensive'] as const

/** A provider's service that can fulfil orders of one of ours. They are tried in order. */
export const supply = z.object({
  id,
  provider: z.object({ id, slug: z.string(), name: z.string() }),
  /** The provider's service id. */
  service: z.string(),
  is_active: z.boolean(),
  state: z.enum(supplyStates),
  /** Per 1000, in USD and in the provider's currency. */
  cost: moneyCodec,
  cost_own: z.nullable(z.string()),
  currency: z.string(),
  /** The service's rate above this cost. */
  markup_percentage: z.nullable(z.number()),
  seen_at: time,
})
export type Supply = z.output<typeof supply>

const supplies = {
  access: 'admin',
  needs: 'catalogue',
  path: '/api/admin/services/:id/supplies',
  params: z.object({ id: idParam }),
  answer: {
    status: 200,
    schema: z.object({
      success: z.literal(true),
      supplies: z.array(supply),
      /** Providers whose services can be added: those with a key. */
      providers: z.array(z.object({ id, name: z.string() })),
    }),
  },
} as const

export const listSupplies = endpoint({
  ...supplies,
  method: 'GET',
  summary: "A service's supplies, in the order in which they are tried",
  errors: ['service_not_found'],
})

const arrangement = z.array(z.strictObject({ id, is_active: z.boolean() })).check(z.maxLength(SUPPLIES_MAX))

export const arrangeSupplies = endpoint({
  ...supplies,
  method: 'PUT',
  summary:
    'Sets the order of all supplies of a service, each on or off, and removes those under `removed`. Sent orders stay where they are',
  takesBack: { answer: supplies.answer.schema },
  body: z.strictObject({
    supplies: arrangement,
    removed: z.optional(z.array(id).check(z.maxLength(SUPPLIES_MAX))),
    /** As GET returned them; `state_conflict` if they were rearranged since. */
    expected: z.optional(arrangement),
  }),
  errors: ['service_not_found', 'state_conflict'],
})

export const addSupply = endpoint({
  ...supplies,
  method: 'POST',
  summary:
    "Adds a provider's service as the last supply of a service, at its current cost. With `moves` it may come from another service",
  body: z.strictObject({
    provider_id: id,
    service: line({ min: 1, max: 100, message: 'provider_service_required' }),
    moves: z.optional(z.boolean()),
  }),
  errors: ['service_not_found', 'provider_not_found', 'provider_failed', 'state_conflict'],
})
