/** `size` is only for the drawing; `text` is shown as the value; for money, `amount` is the exact amount. */
export type ChartValue = { size: number; text: string; amount?: bigint }

export type ChartSeries = {
  key: string
  name: string
  /** One per place. */
  values: readonly ChartValue[]
  /** The previous period, place by place. */
  before?: readonly ChartValue[] | undefined
  /** Hidden at first: a series whose size would flatten the others. */
  isHiddenFirst?: boolean
}

/** First digits of an axis step; counts use only whole steps. */
const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const

export type Scale = {
  /** From bottom to top, rounded, including zero. */
  ticks: readonly number[]
  /** The distance of a size from the top, from 0 to 1. */
  fromTop: (size: number) => number
}

/**
 * An axis of three rounded ticks, or four for gains and losses. It always includes zero, so that a bar twice as long
 * means twice as much.
 */
export function scaleOf(sizes: readonly number[], { isWhole = false } = {}): Scale {
  const most = Math.max(0, ...sizes)
  const least = Math.min(0, ...sizes)
  const step = stepOf({ most, least, isWhole })
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => toRound((first + index) * step))
  const [bottom, top] = [first * step, last * step]
  return { ticks, fromTop: (size) => (top === bottom ? 1 : (top - size) / (top - bottom)) }
}

function stepOf({ most, least, isWhole }: { most: number; least: number; isWhole: boolean }): number {
  const spans = most > 0 && least < 0 ? 3 : 2
  const range = most - least
  if (range === 0) return 1
  // Starts well below the smallest step that could fit.
  for (let power = Math.floor(Math.log10(range / spans)); ; power++)
    for (const first of steps) {
      const step = toRound(first * 10 ** power)
      if (isWhole && !Number.isInteger(step)) continue
      if (Math.ceil(most / step) - Math.floor(least / step) <= spans) return step
    }
}

/** Removes floating point noise in the last digits. */
function toRound(size: number): number {
  return Number(size.toPrecision(12))
}

/** A fraction of 1, as a CSS or SVG length. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}

/**
 * Up to `count` of `length` places at about equal intervals, including the first and the last; with small steps, where
 * unequal ones would be visible, the first may be left out.
 */
export function spreadOf(length: number, count: number): number[] {
  const last = length - 1
  if (length <= count) return Array.from({ length }, (_, index) => index)
  const step = Math.ceil(last / (count - 1))
  if (step < 4) {
    const first = last % step
    return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => first + index * step)
  }
  return Array.from({ length: count }, (_, index) => Math.round((index * last) / (count - 1)))
}

type Point = { x: number; size: number }
export type Segment = { from: Point; to: Point; isLoss: boolean }

/** The segments of a line between places: two if it crosses zero, since losses have their own colour. */
export function segmentsOf(from: Point, to: Point): Segment[] {
  if (from.size < 0 === to.size < 0) return [{ from, to, isLoss: from.size < 0 }]
  const share = from.size / (from.size - to.size)
  const zero = { x: from.x + (to.x - from.x) * share, size: 0 }
  return [
    { from, to: zero, isLoss: from.size < 0 },
    { from: zero, to, isLoss: to.size < 0 },
  ]
}
