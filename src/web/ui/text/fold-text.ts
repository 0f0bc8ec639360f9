import { markNoRefill } from '#contract/catalogue/refill-words.ts'

/**
 * Text normalized for searching: styled letters made plain (NFKC: 𝐈𝐧𝐬𝐭𝐚 is Insta), accents removed, lower case,
 * and everything but letters and digits turned into spaces. Combining marks are removed first: normalizing sorts a run
 * of them in quadratic time.
 */
export function foldText(text: string): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[đßøłı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = { đ: 'd', ß: 'ss', ø: 'o', ł: 'l', ı: 'i' }

/** The words to search for; none for a text without letters and digits. */
export function searchWords(text: string): string[] {
  const folded = markNoRefill(foldText(text))
  return folded === '' ? [] : [...new Set(folded.split(' '))]
}

export type Range = readonly [start: number, end: number]

/** Where the words match the start of a word in `text`, as positions in the original text, in order and without overlaps. */
export function matchRanges(text: string, words: readonly string[]): Range[] {
  if (words.length === 0) return []
  const { folded, starts, ends } = foldWithPlaces(text)
  const found: [number, number][] = []
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      if (at > 0 && folded[at - 1] !== ' ') continue
      found.push([starts[at] ?? 0, ends[at + word.length - 1] ?? text.length])
    }
  }
  return joined(found.toSorted(([one], [other]) => one - other))
}

/** The folded text with the original position of each character. Spaces are kept. */
function foldWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = ''
  let at = 0
  const starts: number[] = []
  const ends: number[] = []
  for (const character of text) {
    const isMark = character > '\u007f' && /^\p{M}$/u.test(character)
    const plain = isMark ? '' : foldCharacter(character)
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(at)
      ends.push(at + character.length)
    }
    // A mark belongs to the letter before it.
    if (isMark && ends.length > 0) ends[ends.length - 1] = at + character.length
    folded += plain
    at += character.length
  }
  return { folded, starts, ends }
}

/** A cache: most names consist of these letters, and are highlighted again at every key. */
const plainCharacters = new Map<string, string>()

function foldCharacter(character: string): string {
  const known = plainCharacters.get(character)
  if (known !== undefined) return known
  const folded = foldText(character) || ' '
  if (character <= '\u007f') plainCharacters.set(character, folded)
  return folded
}

function joined(ranges: readonly (readonly [number, number])[]): Range[] {
  const apart: [number, number][] = []
  for (const [start, end] of ranges) {
    const last = apart.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else apart.push([start, end])
  }
  return apart
}
