/** `size` is for the eye alone: what is read is `text`; of money it is `amount` with all its decimals. */
export type ChartValue = { size: number; text: string; amount?: bigint }

export type ChartSeries = {
  key: string
  name: string
  /** One for each place. */
  values: readonly ChartValue[]
  /** The period before, place by place. */
  before?: readonly ChartValue[] | undefined
  /** Left out until it is asked for: one whose size would flatten the others. */
  isHiddenFirst?: boolean
}

/** What a step of the axis may begin with; those of counts have no halves. */
const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const

export type Scale = {
  /** From the bottom to the top, rounded, zero among them. */
  ticks: readonly number[]
  /** How far from the top a size is, from 0 to 1. */
  fromTop: (size: number) => number
}

/**
 * An axis of three rounded ticks, four where there are gains and losses. Zero is always on it, so that a bar twice as long is
 * twice as much.
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
  // From well below the smallest that could do.
  for (let power = Math.floor(Math.log10(range / spans)); ; power++)
    for (const first of steps) {
      const step = toRound(first * 10 ** power)
      if (isWhole && !Number.isInteger(step)) continue
      if (Math.ceil(most / step) - Math.floor(least / step) <= spans) return step
    }
}

/** Without what floating point adds in the last places. */
function toRound(size: number): number {
  return Number(size.toPrecision(12))
}

/** A share of one, as a drawing's length. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}

/**
 * Up to `count` places of `length`, evenly apart, the first and the last among them; where a place more or less would be seen,
 * the first may be left out.
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

/** The pieces of a line from place to place: where it crosses zero there are two, for what is lost has a colour of its own. */
export function segmentsOf(from: Point, to: Point): Segment[] {
  if (from.size < 0 === to.size < 0) return [{ from, to, isLoss: from.size < 0 }]
  const share = from.size / (from.size - to.size)
  const zero = { x: from.x + (to.x - from.x) * share, size: 0 }
  return [
    { from, to: zero, isLoss: from.size < 0 },
    { from: zero, to, isLoss: to.size < 0 },
  ]
}
