import * as z from 'zod/mini'

import { isInBasisPoints } from '#contract/base/fields.ts'
import { MONEY_MAX } from '#contract/base/money.ts'
import { moneyCodec } from '#contract/base/money-codec.ts'
import { says } from '#contract/base/says.ts'

export const isWholeCents = z.refine<bigint>((amount) => amount % 1_000_000n === 0n, {
  error: says('amount_decimals'),
  params: { max: 2 },
})

/** Above zero, in whole cents. */
export const amount = moneyCodec.check(
  z.refine((value) => value > 0n && value <= MONEY_MAX, says('amount_required')),
  isWholeCents,
)

export const percent = z.number().check(z.positive(), isInBasisPoints)

/** Tiers by the deposit's amount, in any order: the highest one reached applies to all of it. */
export const bonusTiers = z
  .array(z.strictObject({ from: amount, percent: percent.check(z.maximum(1_000)) }))
  .check(
    z.maxLength(10),
    z.refine((steps) => new Set(steps.map(({ from }) => from)).size === steps.length, says('steps_equal')),
  )
