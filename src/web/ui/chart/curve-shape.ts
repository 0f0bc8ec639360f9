/** A place on the drawing, each way from 0 to 1: the beginning and nothing, the end and all. */
export type Place = { across: number; up: number }

const width = 1000
const height = 400

export const curveSize = { width, height }

/** A path from place to place. */
export function pathOf(places: readonly Place[]): string {
  return `M${places.map(({ across, up }) => `${round(across * width)},${round((1 - up) * height)}`).join('L')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
