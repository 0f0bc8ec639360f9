import { foldText } from '#web/ui/text/fold-text.ts'
import { partsOf } from './name-parts.ts'
import { toPlainLetters } from './plain-letters.ts'

/**
 * A name without its category, for an order's line: parts that repeat another are left out. "Instagram | Views |
 * Instagram Views | Speed 1M/day" is "Instagram Views · Speed 1M/day".
 */
export function shortName(name: string): string {
  const parts = partsOf(toPlainLetters(name))
  const words = parts.map((part) => new Set(foldText(part).split(' ')))
  const kept = parts.filter(
    (_part, at) => !words.some((others, place) => isSaidBy(words[at], at, others, place)),
  )
  return kept.join(' · ')
}

/** Whether all its words are in another part; of two equal parts the first stays. */
function isSaidBy(
  own: ReadonlySet<string> | undefined,
  at: number,
  others: ReadonlySet<string>,
  place: number,
): boolean {
  if (own === undefined || own.has('') || place === at || ![...own].every((word) => others.has(word)))
    return false
  return own.size < others.size || place < at
}

/** Max. additional letters removed to keep words whole. */
const wordMax = 12

/**
 * Truncated in the middle, between words if possible: similar services start alike and differ at their ends ("… 30 Days
 * Refill"). Characters that belong together (a flag, a letter with its accent) stay together.
 */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text
  const letters = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.slice(0, 1_000)),
  )
  if (letters.length <= max) return text
  const end = Math.floor((max - 1) * 0.4)
  const characters = letters.map(({ segment }) => segment)
  const head = characters.slice(0, max - 1 - end)
  const tail = characters.slice(characters.length - end)
  const gapBehind = head.lastIndexOf(' ')
  const gapBefore = tail.indexOf(' ')
  // Replaces the earlier gap with the new one.
  const before =
    gapBehind < 0 || head.length - gapBehind > wordMax ? head.join('') : `${endOf(head.slice(0, gapBehind))} `
  const after =
    gapBefore < 0 || gapBefore > wordMax ? tail.join('') : ` ${beginningOf(tail.slice(gapBefore + 1))}`
  return `${before}…${after}`
}

/** Removes a separator next to the cut. */
function endOf(words: readonly string[]): string {
  return words.join('').replace(/[ ·|-]{1,3}$/, '')
}

function beginningOf(words: readonly string[]): string {
  return words.join('').replace(/^[ ·|-]{1,3}/, '')
}
