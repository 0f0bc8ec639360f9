import type { Money } from '#contract/base/money.ts'

/** Number of pieces a listed rate is for: 1,000 at nearly every panel, one at some. */
export const ratesPer = [1, 1000] as const
export type RatePer = (typeof ratesPer)[number]

/** The column allows no other values. */
export function toRatePer(rows: number): RatePer {
  return rows === 1 ? 1 : 1000
}

/** Plausible range of a list's median per 1,000: half a cent to $500. */
const MEDIAN_MIN = 500_000n
const MEDIAN_MAX = 50_000_000_000n

export type RateDoubt = 'low' | 'high'

/** Whether costs per 1,000 are plausible, judged by their median; no verdict for an empty list. */
export function doubtMedian(costs: readonly Money[]): { doubt: RateDoubt | null; median: Money | undefined } {
  const median = costs.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))[
    Math.floor(costs.length / 2)
  ]
  if (median === undefined) return { doubt: null, median }
  return { doubt: median < MEDIAN_MIN ? 'low' : median > MEDIAN_MAX ? 'high' : null, median }
}
