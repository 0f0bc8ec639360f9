/** Texts that make patterns rescan the same characters, between a beginning and an end that don't match. */
const pieces = [
  'a',
  'a@',
  'a.',
  'a@a.',
  '.',
  '@',
  ' ',
  '\t',
  '\n',
  '0',
  '1,',
  '-',
  '/',
  '<',
  '</script ',
  '&amp;',
].concat(['"', '\\', '%20', 'http://', 'é', '\u0301\u0323', '\u202e', '\ud83d'])
const frames = [
  ['', ''],
  ['a@', '@'],
  ['1', 'x'],
  ['https://', '\0'],
  ['<script>', '!'],
] as const

/** Texts of about `length` characters that only an attacker would send. */
export function hostileTexts(length: number): { what: string; text: string }[] {
  return pieces.flatMap((piece) =>
    frames.map(([before, after]) => ({
      what: JSON.stringify(`${before}${piece}…${after}`),
      text: before + piece.repeat(Math.ceil(length / piece.length)) + after,
    })),
  )
}

/**
 * One piece repeated, for readers that insert something between all characters. The end differs: a pattern that
 * restarts at every character is slow only where it fails at the end.
 */
export function repeatedTexts(length: number): { what: string; text: string }[] {
  return pieces.map((piece) => ({
    what: JSON.stringify(`${piece}…!`),
    text: `${piece.repeat(Math.ceil(length / piece.length))}!`,
  }))
}

/** Shorter times are noise of the clock and the garbage collector. Quadratic time takes 100 ms and more. */
const FLOOR_MS = 2
const TRIES = 5

type Measured = { length?: number; timesMax?: number; textsOf?: typeof hostileTexts }

/**
 * The hostile texts for which `read` takes more than `timesMax` as long when they are ten times as long: 10 is linear,
 * 100 quadratic. A slow machine slows both, and slow results are measured again: the shortest times count.
 */
export function superlinear(
  read: (text: string) => unknown,
  { length = 2_000, timesMax = 40, textsOf = hostileTexts }: Measured = {},
): string[] {
  const longer = textsOf(length * 10)
  return textsOf(length).flatMap(({ what, text }, at) => {
    const long = longer[at]?.text ?? ''
    let [longMs, shortMs] = [Infinity, Infinity]
    for (let tries = 0; tries < TRIES; tries += 1) {
      shortMs = Math.min(shortMs, timeOf(read, text))
      longMs = Math.min(longMs, timeOf(read, long))
      if (longMs <= timesMax * Math.max(FLOOR_MS, shortMs)) return []
    }
    return [`${what}, ${long.length} characters: ${longMs.toFixed(1)} ms`]
  })
}

/** CPU time of this thread, so that other processes don't count. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const begun = process.threadCpuUsage()
  read(text)
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
