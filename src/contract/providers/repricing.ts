import * as z from 'zod/mini'

import { id } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'

/** What becomes of one service's price. `markup`: made anew from cost and markup; `cost`: raised to the new cost;
 * `by_hand`: it did not come from an import and stays; `too_expensive`: it can not be priced and goes off sale. */
const repriced = z.object({
  service_id: id,
  name: z.string(),
  why: z.enum(['markup', 'cost', 'by_hand', 'too_expensive']),
  cost_before: moneyCodec,
  cost_after: moneyCodec,
  rate_before: moneyCodec,
  rate_after: moneyCodec,
})

/** What another currency, another rate of it, or rates for another number of pieces make of the prices that came from a provider. */
export const repricing = z.object({
  services: z.int(),
  raised: z.int(),
  lowered: z.int(),
  by_hand: z.int(),
  at_cost: z.int(),
  off_sale: z.int(),
  /** Those whose price moves most. */
  examples: z.array(repriced),
  /** Sent back to say yes to exactly this. */
  seal: z.string(),
})
export type Repricing = z.output<typeof repricing>
