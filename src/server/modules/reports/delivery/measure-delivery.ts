import { type Delivery, DELIVERY_ORDERS_MIN } from '#contract/catalogue/delivery.ts'

/** One completed order: seconds from placing until the first was delivered, null where nobody knows, and until all were. */
export type Run = { quantity: number; begins: number | null; ends: number }
type Begun = Run & { begins: number }

/**
 * What is to be expected of the next order, from those before it: how each of them relates to one measure, of which the
 * middle 80 % are told. Of two measures (so long to begin and so long for each one, or as long for any quantity) the one
 * that tells more exactly is taken. Whether the measure fits or not, an order like them lies between with a chance of
 * 80 %: the quantiles are those of a next one (of n + 1), which is wider than those of the n that are known. Undefined of
 * fewer than ten. Where it is known of fewer when they began, they begin somewhere before they end.
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
  // A second at least, so that two measures can be compared by how many times the one end is the other.
  const shares = sorted(runs.map(({ quantity, ends }) => Math.max(1, ends) / (base + each * quantity)))
  return { low: quantile(shares, 0.1), high: quantile(shares, 0.9) }
}

function sorted(figures: readonly number[]): readonly number[] {
  return figures.toSorted((one, other) => one - other)
}

/** Of those that are known and one more, between two of them where it falls between. */
function quantile(ascending: readonly number[], share: number): number {
  const place = Math.min(Math.max(share * (ascending.length + 1) - 1, 0), ascending.length - 1)
  const below = ascending[Math.floor(place)] ?? 0
  const above = ascending[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}
