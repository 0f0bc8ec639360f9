import type { NameRule } from '#contract/catalogue/name-rules.ts'

const NAME_MAX = 500
/** A longer run of digits is not a number: this bounds how often a character is read. */
const DIGITS_MAX = 20
const separators = new Set(['-', '–', '—', '|', '•', '·', ':', ';', ',', '/', '~', '*'])
const decoration = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{So}|\u200d|\ufe0f|\u20e3)$/u
const wordCharacter = /^[\p{L}\p{N}]$/u

/** Applies the rules to a name. A name that would become empty is left as it is. */
export function cleanName(rules: readonly NameRule[], name: string): string {
  return applyRules(rules, name) || name
}

/**
 * The same, but may return an empty string. Operators cannot write regular expressions: each rule takes at most name length
 * times rule length steps.
 */
export function applyRules(rules: readonly NameRule[], name: string): string {
  let characters = [...name]
  // Cut after each rule: 50 rules that each replace a letter by 100 would fill the memory.
  for (const rule of rules) characters = apply(rule, characters).slice(0, NAME_MAX)
  const made = characters.join('')
  return made === name ? name : tidy(made).slice(0, NAME_MAX).toWellFormed()
}

function apply(rule: NameRule, characters: string[]): string[] {
  switch (rule.kind) {
    case 'symbols':
      return characters.filter((one) => one === '№' || !decoration.test(one))
    case 'between':
      return removeBetween(characters, fold(rule.start), fold(rule.end))
    case 'phrase':
      return replaceAll(characters, { ...rule, hasNumbers: false })
    case 'pattern':
      return replaceAll(characters, { ...rule, hasNumbers: true, whole_words: false })
  }
}

/** Character by character, so that indexes in both arrays agree. */
function fold(text: string | readonly string[]): string[] {
  return [...text].map((one) => one.toLowerCase())
}

type Search = { find: string; replace: string; whole_words: boolean; hasNumbers: boolean }

function replaceAll(
  characters: string[],
  { find, replace, whole_words: isWhole, hasNumbers }: Search,
): string[] {
  const folded = fold(characters)
  const wanted = fold(find)
  const made: string[] = []
  for (let at = 0; at < characters.length;) {
    const end = matchAt(folded, at, { wanted, hasNumbers })
    const isFound = end !== undefined && (!isWhole || isApart(folded, at, end))
    if (isFound) made.push(replace)
    else made.push(characters[at] ?? '')
    at = isFound ? end : at + 1
  }
  // Split again: a replacement may have several characters.
  return [...made.join('')]
}

/** The end of a match that begins at `at`. `#` matches all digits of a number, so there is no backtracking. */
function matchAt(
  folded: readonly string[],
  at: number,
  { wanted, hasNumbers }: { wanted: readonly string[]; hasNumbers: boolean },
): number | undefined {
  let place = at
  for (const one of wanted) {
    if (hasNumbers && one === '#') {
      const begun = place
      while (isDigit(folded[place]) && place - begun <= DIGITS_MAX) place += 1
      if (place === begun || place - begun > DIGITS_MAX) return undefined
    } else if (folded[place] === one) place += 1
    else return undefined
  }
  return place
}

function isDigit(one: string | undefined): boolean {
  return one !== undefined && one >= '0' && one <= '9'
}

function isApart(folded: readonly string[], from: number, to: number): boolean {
  const isWord = (one: string | undefined) => one !== undefined && wordCharacter.test(one)
  const begins = isWord(folded[from]) && isWord(folded[from - 1])
  const ends = isWord(folded[to - 1]) && isWord(folded[to])
  return !begins && !ends
}

/** An opening mark without a closing one stays, like everything after it. */
function removeBetween(characters: string[], start: readonly string[], end: readonly string[]): string[] {
  const folded = fold(characters)
  const made: string[] = []
  for (let at = 0; at < characters.length;) {
    const opened = matchAt(folded, at, { wanted: start, hasNumbers: false })
    const closed = opened === undefined ? undefined : findEnd(folded, opened, end)
    if (opened !== undefined && closed === undefined) return [...made, ...characters.slice(at)]
    if (closed === undefined) made.push(characters[at] ?? '')
    at = closed ?? at + 1
  }
  return made
}

function findEnd(folded: readonly string[], from: number, end: readonly string[]): number | undefined {
  for (let at = from; at < folded.length; at += 1) {
    const closed = matchAt(folded, at, { wanted: end, hasNumbers: false })
    if (closed !== undefined) return closed
  }
  return undefined
}

/** Removes separators that no longer separate anything: "Likes | | Fast -" becomes "Likes | Fast". */
function tidy(text: string): string {
  const words: string[] = []
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const isSecond = separators.has(word) && (words.length === 0 || separators.has(words.at(-1) ?? ''))
    if (!isSecond) words.push(word)
  }
  while (separators.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}
