import * as z from 'zod/mini'

import { bigId, time } from '#contract/base/fields.ts'

/** An amount in the provider's own currency, as the provider sent it. */
const figure = z.nullable(z.string())
const providerOrder = z.string()

/**
 * Evidence for or against the provider having taken an attempt with an unknown outcome (field notes 2). Shown to staff;
 * nothing acts on it automatically.
 */
export const orderEvidence = z.discriminatedUnion('code', [
  z.object({
    /** No proof: balances may be cached, or charged later. */
    code: z.literal('balance'),
    currency: z.nullable(z.string()),
    /** The order's expected cost there. */
    expected: figure,
    before: figure,
    before_at: z.nullable(time),
    after: figure,
    after_at: z.nullable(time),
    /** Other attempts there since the first balance, which may have changed it too. */
    also_sent: z.int(),
    /** Our open orders there, which may have been refunded in between. Counted up to 1000. */
    also_open: z.int(),
  }),
  z.object({
    /** An order at the provider under our key that none of our orders has, with a close id. */
    code: z.literal('unclaimed_order'),
    provider_order: providerOrder,
    status: z.string(),
    charge: figure,
    currency: z.nullable(z.string()),
    /** Whether the charge is the expected cost within 2 %. */
    charge_fits: z.boolean(),
    read_at: time,
  }),
  z.object({
    /** If taken, its id is between those of the orders taken before and after it. */
    code: z.literal('id_between'),
    after: providerOrder,
    before: z.nullable(providerOrder),
  }),
  z.object({
    /** The provider answered "You have active order with this link" to another of our orders for the link. */
    code: z.literal('active_link'),
    asked_for: bigId,
    told_at: time,
  }),
  z.object({
    /** The provider sent an id together with an error. */
    code: z.literal('id_with_error'),
    provider_order: providerOrder,
    told_at: time,
  }),
  z.object({
    /** The provider answered with an id that another of our orders has. Which is right is unknown. */
    code: z.literal('id_of_other_order'),
    provider_order: providerOrder,
    held_by: bigId,
    told_at: time,
  }),
  z.object({
    /** The provider accepted it after all, but meanwhile it had been resolved in another way. */
    code: z.literal('accepted_too_late'),
    provider_order: providerOrder,
    told_at: time,
  }),
  z.object({
    /** Staff released this id, which was assigned to the order by mistake. */
    code: z.literal('id_released'),
    provider_order: providerOrder,
    /** When the provider had accepted it: reports recount that day. */
    accepted_at: z.optional(time),
    released_at: time,
  }),
])
export type OrderEvidence = z.output<typeof orderEvidence>

/** The JSON in which it is stored. */
export function toStoredEvidence(evidence: OrderEvidence): unknown {
  return z.encode(orderEvidence, evidence)
}

/** Stored evidence; entries of unknown kinds are left out. */
export function fromStoredEvidence(stored: unknown): OrderEvidence[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown) => {
    const read = z.safeDecode(orderEvidence, one as z.input<typeof orderEvidence>) // checked by the decoding
    return read.success ? [read.data] : []
  })
}
