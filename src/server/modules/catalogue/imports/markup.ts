import { invalidFields } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'

/** Percentages have at most 2 decimals: more would be rounded, and a markup is kept as it was meant. */
export function toBasisPoints(percentage: number | undefined): number {
  if (percentage === undefined) return limits.markupBasisPointsDefault
  const points = Math.round(percentage * 100)
  if (Math.abs(points - percentage * 100) > 1e-6)
    throw invalidFields({ markupPercentage: { code: 'markup_decimals', max: 2 } })
  return points
}
