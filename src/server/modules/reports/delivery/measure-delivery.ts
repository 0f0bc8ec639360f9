import { type Delivery, DELIVERY_ORDERS_MIN } from '#contract/catalogue/delivery.ts'

/** One completed order: seconds from placing until the first unit was delivered (null if unknown), and until all were. */
export type Run = { quantity: number; begins: number | null; ends: number }
type Begun = Run & { begins: number }

/**
 * Predicts the next order from the previous ones: a base measure, and the range relative to it that contains the middle 80 % of
 * orders. Of two measures (a start time plus time per unit, or one time for any quantity) the one with the narrower range is
 * used. The next order is in the range with 80 % probability even if the measure fits badly, since the quantiles are those of n +
 * 1 orders. Undefined below ten orders. If fewer than ten have a known start, the start is only bounded by the end.
 */
export function measureDelivery(runs: readonly Run[]): Delivery | undefined {
  if (runs.length < DELIVERY_ORDERS_MIN) return undefined
  const begun = runs.filter((run): run is Begun => run.begins !== null)
  const isBegunKnown = begun.length >= DELIVERY_ORDERS_MIN
  const begins = sorted(begun.map((run) => run.begins))
  const ends = sorted(runs.map((run) => run.ends))
  const quantities = sorted(runs.map((run) => run.quantity))
  const each = sorted(begun.map((run) => Math.max(0, run.ends - run.begins) / run.quantity))
  const measures = [
    ...(isBegunKnown
      ? [{ base_seconds: Math.max(1, quantile(begins, 0.5)), seconds_per_unit: quantile(each, 0.5) }]
      : []),
    { base_seconds: Math.max(1, quantile(ends, 0.5)), seconds_per_unit: 0 },
  ]
  const [sharper] = measures
    .map((measure) => ({ ...measure, ...spreadOf(runs, measure) }))
    .toSorted((one, other) => one.high * other.low - other.high * one.low)
  return (
    sharper && {
      orders: runs.length,
      quantity_min: quantities[0] ?? 1,
      quantity_max: quantities.at(-1) ?? 1,
      median_seconds: Math.round(quantile(ends, 0.5)),
      ...sharper,
      begins_from_seconds: isBegunKnown ? Math.floor(quantile(begins, 0.1)) : 0,
      begins_until_seconds: Math.ceil(quantile(isBegunKnown ? begins : ends, 0.9)),
    }
  )
}

type Measure = Pick<Delivery, 'base_seconds' | 'seconds_per_unit'>

function spreadOf(runs: readonly Run[], { base_seconds: base, seconds_per_unit: each }: Measure) {
  // At least a second, so that ranges can be compared by ratio.
  const shares = sorted(runs.map(({ quantity, ends }) => Math.max(1, ends) / (base + each * quantity)))
  return { low: quantile(shares, 0.1), high: quantile(shares, 0.9) }
}

function sorted(figures: readonly number[]): readonly number[] {
  return figures.toSorted((one, other) => one - other)
}

/** Quantile of n + 1 values, interpolated between neighbours. */
function quantile(ascending: readonly number[], share: number): number {
  const place = Math.min(Math.max(share * (ascending.length + 1) - 1, 0), ascending.length - 1)
  const below = ascending[Math.floor(place)] ?? 0
  const above = ascending[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}
