import * as z from 'zod/mini'

import { isInBasisPoints } from '#contract/base/fields.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { UNITS_PER_USD } from '#contract/base/money.ts'
import { says } from '#contract/base/says.ts'

import { isManual, METHOD_ID } from './payment-methods.ts'
import { amount, bonusTiers, isWholeCents } from './settings-amounts.ts'
import { operatorLongText, operatorText } from './settings-texts.ts'

const FIXED_MAX = 1_000n * UNITS_PER_USD

/** What customers pay on top of the amount: a share of it and a fixed part. */
const fee = z.strictObject({
  percent: z.number().check(z.minimum(0), z.maximum(50), isInBasisPoints),
  fixed: moneyCodec.check(
    z.refine((value) => value >= 0n && value <= FIXED_MAX, says('amount_required')),
    isWholeCents,
  ),
})

/**
 * What the operator decided about a payment method. Null: as the gateway's card says, or as the shop's limits and bonuses are.
 * Limits, fee, bonuses and test mode are looked up by the value that is sent as `payment_method`, since cards may share one.
 */
const methodSetting = z
  .strictObject({
    /** A card's, or `manual-…`. */
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
    /** Only staff can pay by it. Their payments are real. */
    is_test: z.boolean(),
    /** A credit of a manual one above it needs a second staff member. Null: none does. */
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

/** In the order in which they are shown. Cards that are not in it come last, with their defaults. */
export const methodsSection = z.array(methodSetting).check(
  z.maxLength(100),
  z.refine((methods) => new Set(methods.map(({ id }) => id)).size === methods.length, says('not_valid')),
)
