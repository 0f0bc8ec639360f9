/** Maximum number of candidate values that are scanned to their end. */
const TRIES_MAX = 8
/** Matches the start of an object or of a list of objects, but not `$rows[0]` in a PHP warning. */
const beginning = /\{\s*["}]|\[\s*[{\]]/g
const page = /<(?:!doctype|html|head|body|script)\b/i

/** The only JSON value in a text, unparsed, and the text around it. */
type FoundJson = { json: string; noise: string }

/**
 * Finds JSON between PHP warnings and other printed text (field notes 1), on a line of its own or behind a tag.
 * Returns nothing for an HTML page, whose scripts contain JSON, and when there are two values: a panel that printed
 * an error and went on said both. Linear in the length of the text.
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

/** Index where the next value may begin, or -1. */
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

/** Index after the closing quote of the JSON string that opens at `at`; undefined when it is not closed. */
export function endOfText(json: string, at: number): number | undefined {
  let end = at
  let slashes = 0
  do {
    end = json.indexOf('"', end + 1)
    if (end === -1) return undefined
    for (slashes = 0; json[end - 1 - slashes] === '\\';) slashes += 1
  } while (slashes % 2 === 1)
  return end + 1
}
