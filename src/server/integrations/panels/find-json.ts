import { endOfText } from './end-of-text.ts'

/** Values in a text that are gone through to their end, at most. */
const TRIES_MAX = 8
/** An object or a list of objects begins there: `$rows[0]` in a warning is neither. */
const beginning = /\{\s*["}]|\[\s*[{\]]/g
const page = /<(?:!doctype|html|head|body|script)\b/i

/** The one JSON value in a text, as it is written, and what stands around it. */
export type FoundJson = { json: string; noise: string }

/**
 * The JSON between PHP's warnings and what was printed after it (field notes 1), on a line of its own or behind a tag.
 * There is none in a page, whose scripts hold JSON of their own, and none where two values stand side by side: a panel
 * that printed a fault and went on said both, so neither can be taken for its answer. Linear in the text's length.
 */
export function findJson(text: string): FoundJson | undefined {
  let index = -1
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    index = findBeginning(text, index + 1)
    if (index === -1) return undefined
    const end = endOfValue(text, index)
    if (end === undefined) return undefined // cut off
    if (!isJson(text.slice(index, end))) continue
    const [before, after] = [text.slice(0, index), text.slice(end)]
    if (page.test(before) || /[[{]/.test(after)) return undefined
    return { json: text.slice(index, end), noise: `${before}\n${after}` }
  }
  return undefined
}

/** Where the next value may begin, or -1. */
export function findBeginning(text: string, from = 0): number {
  beginning.lastIndex = from
  for (;;) {
    const found = beginning.exec(text)
    if (found === null) return -1
    if (beginsLine(text, found.index)) return found.index
    beginning.lastIndex = found.index + 1
  }
}

function beginsLine(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && ' \t\uFEFF'.includes(text.charAt(before))) before -= 1
  return before < 0 || '\n\r>'.includes(text.charAt(before))
}

function endOfValue(text: string, from: number): number | undefined {
  const mark = /[[\]{}"]/g
  mark.lastIndex = from
  for (let depth = 0; ;) {
    const found = mark.exec(text)
    if (found === null) return undefined
    const [character] = found
    if (character === '"') {
      const end = endOfText(text, found.index)
      if (end === undefined) return undefined
      mark.lastIndex = end
    } else depth += character === '[' || character === '{' ? 1 : -1
    if (depth === 0) return mark.lastIndex
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
