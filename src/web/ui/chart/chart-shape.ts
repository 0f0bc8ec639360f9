/** `size` is for the eye alone: what is read is `text`, which may be an exact amount. */
export type ChartPoint = { label: string; size: number; text: string }

const width = 1000
const height = 400

/** Where values lie on the drawing; zero is always on it, so that a bar twice as long is twice as much. */
export function scaleOf(points: readonly ChartPoint[]) {
  const sizes = points.map(({ size }) => size)
  const most = Math.max(0, ...sizes)
  const least = Math.min(0, ...sizes)
  const range = most - least || 1
  const shareAt = (size: number) => (most === least ? 1 : (most - size) / range)
  const yOf = (size: number) => shareAt(size) * height
  return { width, height, step: width / Math.max(1, points.length), zero: yOf(0), shareAt, yOf }
}

/** A path from the middle of the first place to the right edge, where the last value is written. */
export function lineOf(points: readonly ChartPoint[]): string {
  const { yOf } = scaleOf(points)
  const last = points.length - 1
  const places = points.map(({ size }, index) => {
    const x = last === 0 ? width : (index / last) * width
    return `${round(x)},${round(yOf(size))}`
  })
  // A single value is a line of its height.
  return places.length === 1 ? `M0,${places[0]?.split(',')[1]}L${places[0]}` : `M${places.join('L')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
