/** What is drawn has 128 and more; less than this is tried through, since a token shows when the guess is right. */
const BITS_MIN = 60
/** As short a piece as this is no pattern but chance. */
const PATTERN_MIN = 3

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const words = (
  'admin change default dev development example insecure key local panel pass password prod production reach replace secret ' +
  'server sign super tally test token your here letmein welcome please and foobar placeholder'
).split(' ')

/**
 * Whether a key of long enough a text can be guessed all the same: one letter again and again, a row of the
 * keyboard, a sequence, "change-me-please". A piece that repeats what stands before it, runs on by one, or is a word
 * that everybody takes counts as one sign. It knows no dictionary and lets a sentence of one's own pass.
 */
export function isGuessable(key: string): boolean {
  const lower = key.toLowerCase()
  let signs = 0
  for (let at = 0; at < lower.length; signs += 1) at += Math.max(1, patternAt(lower, at))
  return signs * Math.log2(alphabetOf(key)) < BITS_MIN
}

/** How long the longest pattern is that begins there; 0 for none. */
function patternAt(text: string, at: number): number {
  const longest = Math.max(repeatAt(text, at), runAt(text, at), rowAt(text, at))
  const word = Math.max(0, ...words.filter((one) => text.startsWith(one, at)).map((one) => one.length))
  return Math.max(longest >= PATTERN_MIN ? longest : 0, word)
}

/** A piece that stands before already, overlapping with itself too: "ababab". */
function repeatAt(text: string, at: number): number {
  let longest = 0
  for (let from = 0; from < at; from += 1) {
    let length = 0
    while (at + length < text.length && text[from + length] === text[at + length]) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** "4444", "4567", "dcba". */
function runAt(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at)
  if (Number.isNaN(step) || Math.abs(step) > 1) return 0
  let end = at + 1
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1
  return end - at
}

function rowAt(text: string, at: number): number {
  let length = 0
  while (at + length < text.length && rows.some((row) => row.includes(text.slice(at, at + length + 1))))
    length += 1
  return length
}

/** Out of how many signs each was chosen, as far as one can see. */
function alphabetOf(key: string): number {
  if (/^[0-9a-f]+$/i.test(key)) return /[a-f]/i.test(key) ? 16 : 10
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 33],
  ]
  return kinds.reduce((sum, [kind, size]) => (kind.test(key) ? sum + size : sum), 0)
}
