import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { id, idParam, line, time } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** Behind one service stand so many providers' services at most. */
export const SUPPLIES_MAX = 20

/** Why nothing is sent by one at the moment: it or its provider is off, or it costs more than the service is sold for. */
export const supplyStates = ['ready', 'off', 'provider_off', 'too_expensive'] as const

/** A provider's service behind one of ours. Those that come first are tried first. */
export const supply = z.object({
  id,
  provider: z.object({ id, slug: z.string(), name: z.string() }),
  /** The provider's id of it. */
  service: z.string(),
  is_active: z.boolean(),
  state: z.enum(supplyStates),
  /** Per 1000, in USD and as the provider tells it. */
  cost: moneyCodec,
  cost_own: z.nullable(z.string()),
  currency: z.string(),
  /** What the service's rate is above that cost. */
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
      /** Whose services may be put behind it: those that have a key. */
      providers: z.array(z.object({ id, name: z.string() })),
    }),
  },
} as const

export const listSupplies = endpoint({
  ...supplies,
  method: 'GET',
  summary: "The providers' services behind a service, those first that are tried first",
  errors: ['service_not_found'],
})

const arrangement = z.array(z.strictObject({ id, is_active: z.boolean() })).check(z.maxLength(SUPPLIES_MAX))

export const arrangeSupplies = endpoint({
  ...supplies,
  method: 'PUT',
  summary:
    'All supplies of a service in the sequence in which they are tried, each on or off; those under `removed` leave it. Orders that were sent stay where they are',
  takesBack: { answer: supplies.answer.schema },
  body: z.strictObject({
    supplies: arrangement,
    removed: z.optional(z.array(id).check(z.maxLength(SUPPLIES_MAX))),
    /** As GET showed them: `state_conflict` if they have been arranged differently since. */
    expected: z.optional(arrangement),
  }),
  errors: ['service_not_found', 'state_conflict'],
})

export const addSupply = endpoint({
  ...supplies,
  method: 'POST',
  summary:
    "Puts a provider's service behind a service, last in the sequence, at the cost that the provider tells now. One that is behind another service comes from there with `moves`",
  body: z.strictObject({
    provider_id: id,
    service: line({ min: 1, max: 100, message: 'provider_service_required' }),
    moves: z.optional(z.boolean()),
  }),
  errors: ['service_not_found', 'provider_not_found', 'provider_failed', 'state_conflict'],
})
