/** A point of the drawing in fractions: `across` from start to end, `up` from zero to all. */
export type Place = { across: number; up: number }

const width = 1000
const height = 400

export const curveSize = { width, height }

/** An SVG path through these points. */
export function pathOf(places: readonly Place[]): string {
  return `M${places.map(({ across, up }) => `${round(across * width)},${round((1 - up) * height)}`).join('L')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
