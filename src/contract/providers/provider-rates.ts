import type { Money } from '#contract/base/money.ts'

/** For how many pieces a provider's list gives its rates: nearly every panel for 1,000, some for one piece. */
export const ratesPer = [1, 1000] as const
export type RatePer = (typeof ratesPer)[number]

/** As the column's own check says it. */
export function toRatePer(rows: number): RatePer {
  return rows === 1 ? 1 : 1000
}

/** Outside of this the rates of a list are hardly per 1,000: a median below half a cent, or above $500. */
const MEDIAN_MIN = 500_000n
const MEDIAN_MAX = 50_000_000_000n

export type RateDoubt = 'low' | 'high'

/** Whether the costs per 1,000 of what a provider offers can be right, by the middle one; of none, nothing is said. */
export function doubtMedian(costs: readonly Money[]): { doubt: RateDoubt | null; median: Money | undefined } {
  const median = costs.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))[
    Math.floor(costs.length / 2)
  ]
  if (median === undefined) return { doubt: null, median }
  return { doubt: median < MEDIAN_MIN ? 'low' : median > MEDIAN_MAX ? 'high' : null, median }
}
