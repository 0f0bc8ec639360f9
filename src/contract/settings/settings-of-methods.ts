import * as z from 'zod/mini'

import { isInBasisPoints } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { UNITS_PER_USD } from '#contract/base/money.ts'
import { says } from '#contract/base/says.ts'

import { isManual, METHOD_ID } from './payment-methods.ts'
import { amount, bonusTiers, isWholeCents } from './settings-amounts.ts'
import { operatorLongText, operatorText } from './settings-texts.ts'

const FIXED_MAX = 1_000n * UNITS_PER_USD

/** What customers pay on top of the amount: a percentage and a fixed part. */
const fee = z.strictObject({
  percent: z.number().check(z.minimum(0), z.maximum(50), isInBasisPoints),
  fixed: moneyCodec.check(
    z.refine((value) => value >= 0n && value <= FIXED_MAX, says('amount_required')),
    isWholeCents,
  ),
})

/**
 * The operator's choices about a payment method. Null: the default of the gateway's card, or the shop's limits and bonuses.
 * Limits, fee, bonuses and test mode are looked up by the value sent as `payment_method`, since cards may share one.
 */
const methodSetting = z
  .strictObject({
    /** A card's id, or `manual-…`. */
    id: z.string().check(z.regex(METHOD_ID, says('not_valid'))),
    /** Whether customers see it. */
    is_on: z.boolean(),
    name: z.nullable(operatorText(60)),
    instructions: z.nullable(operatorLongText),
    /** Smallest and largest amount. */
    min: z.nullable(amount),
    max: z.nullable(amount),
    fee,
    bonuses: z.nullable(bonusTiers),
    /** Only staff can pay with it. Their payments are real. */
    is_test: z.boolean(),
    /** A manual credit above it needs a second staff member. Null: no limit. */
    approval_above: z._default(z.nullable(amount), null),
  })
  .check(
    z.refine(({ min, max }) => min === null || max === null || min <= max, {
      error: says('deposit_bounds'),
      path: ['max'],
    }),
    z.refine(({ id, name }) => name !== null || !isManual(id), {
      error: says('text_required'),
      path: ['name'],
    }),
    z.refine(({ id, instructions }) => instructions !== null || !isManual(id), {
      error: says('text_required'),
      path: ['instructions'],
    }),
  )

/** In display order. Cards that are not listed come last, with their defaults. */
export const methodsSection = z.array(methodSetting).check(
  z.maxLength(100),
  z.refine((methods) => new Set(methods.map(({ id }) => id)).size === methods.length, says('not_valid')),
)
