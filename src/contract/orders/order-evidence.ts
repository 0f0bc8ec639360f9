import * as z from 'zod/mini'

import { bigId, time } from '#contract/base/fields.ts'

/** A figure in the provider's own currency, as it came. */
const figure = z.nullable(z.string())
const providerOrder = z.string()

/**
 * What speaks for or against a sending having been taken whose outcome is not known (field notes 2): laid before a
 * person, and acted on by nobody else. Words are made where it is shown.
 */
export const orderEvidence = z.discriminatedUnion('code', [
  z.object({
    /** It proves nothing: balances are cached, charged later, post-paid. */
    code: z.literal('balance'),
    currency: z.nullable(z.string()),
    /** What the order should cost there. */
    expected: figure,
    before: figure,
    before_at: z.nullable(time),
    after: figure,
    after_at: z.nullable(time),
    /** Other sendings there since the balance before, each of which may have moved it. */
    also_sent: z.int(),
    /** Orders of ours at work there, each of which may give some back. At most 1000 are counted. */
    also_open: z.int(),
  }),
  z.object({
    /** The provider knows it under our key, no order of ours has it, and its number is near. */
    code: z.literal('unclaimed_order'),
    provider_order: providerOrder,
    status: z.string(),
    charge: figure,
    currency: z.nullable(z.string()),
    /** Whether that is what the order should cost there, within 2 %. */
    charge_fits: z.boolean(),
    read_at: time,
  }),
  z.object({
    /** Its id, should it have one, lies between those of the orders that were taken before and after it. */
    code: z.literal('id_between'),
    after: providerOrder,
    before: z.nullable(providerOrder),
  }),
  z.object({
    /** "You have active order with this link", said when another order of ours asked for the same. */
    code: z.literal('active_link'),
    asked_for: bigId,
    told_at: time,
  }),
  z.object({
    /** It gave an id together with an error. */
    code: z.literal('id_with_error'),
    provider_order: providerOrder,
    told_at: time,
  }),
  z.object({
    /** It answered with an id that is another order's here. Which of the two is right, nobody knows. */
    code: z.literal('id_of_other_order'),
    provider_order: providerOrder,
    held_by: bigId,
    told_at: time,
  }),
  z.object({
    /** It took it after all; meanwhile that was decided otherwise. */
    code: z.literal('accepted_too_late'),
    provider_order: providerOrder,
    told_at: time,
  }),
  z.object({
    /** A person freed this id, which the order held by mistake. */
    code: z.literal('id_released'),
    provider_order: providerOrder,
    released_at: time,
  }),
])
export type OrderEvidence = z.output<typeof orderEvidence>

/** The JSON in which it is kept. */
export function toKeptEvidence(evidence: OrderEvidence): unknown {
  return z.encode(orderEvidence, evidence)
}

/** What was kept. A kind that this version does not know is left out. */
export function fromKeptEvidence(kept: unknown): OrderEvidence[] {
  if (!Array.isArray(kept)) return []
  return kept.flatMap((one: unknown) => {
    const read = z.safeDecode(orderEvidence, one as z.input<typeof orderEvidence>) // unread so far: decoding says
    return read.success ? [read.data] : []
  })
}
