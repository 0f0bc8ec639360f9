export type Random = {
  /** From 0 up to, not including, 1. */
  next: () => number
  /** Both ends included. */
  int: (min: number, max: number) => number
  pick: <Value>(values: readonly Value[]) => Value
}

/** mulberry32: the same numbers for the same seed on every machine, which Math.random does not guarantee. */
export function makeRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e37_79b1) | 0
  const next = (): number => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (values) => {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
  }
}
