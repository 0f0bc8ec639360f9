export type Random = ReturnType<typeof makeRandom>

/** Mulberry32: the same numbers for the same seed on every machine. */
export function makeRandom(seed: number) {
  let state = seed >>> 0
  const bits = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const part = () => bits() / 2 ** 32
  const hex = (words: number): string => {
    let text = ''
    for (let word = 0; word < words; word += 1) text += bits().toString(16).padStart(8, '0')
    return text
  }
  return {
    /** From 0 to below 1. */
    part,
    /** From 0 to below `count`. */
    below: (count: number) => Math.floor(part() * count),
    isOnce: (in_: number) => part() * in_ < 1,
    /** Eight characters for each word. */
    hex,
    uuid(): string {
      const text = hex(4)
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`
    },
    /** Mean 1, mostly less, sometimes several times more. */
    exponential: () => -Math.log(1 - part()),
  }
}
