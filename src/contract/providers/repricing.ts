import * as z from 'zod/mini'

import { id } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/**
 * The effect on one service. `markup`: recalculated from cost and markup; `cost`: raised to the new cost;
 * `by_hand`: not from an import and unchanged; `too_expensive`: cannot be priced and goes off sale.
 */
const repriced = z.object({
  service_id: id,
  name: z.string(),
  why: z.enum(['markup', 'cost', 'by_hand', 'too_expensive']),
  cost_before: moneyCodec,
  cost_after: moneyCodec,
  rate_before: moneyCodec,
  rate_after: moneyCodec,
})

/** The effect of another currency, exchange rate or `rate_per` on the prices of a provider's services. */
export const repricing = z.object({
  services: z.int(),
  raised: z.int(),
  lowered: z.int(),
  by_hand: z.int(),
  at_cost: z.int(),
  off_sale: z.int(),
  /** The largest changes. */
  examples: z.array(repriced),
  /** Sent back to confirm exactly this. */
  seal: z.string(),
})
export type Repricing = z.output<typeof repricing>
