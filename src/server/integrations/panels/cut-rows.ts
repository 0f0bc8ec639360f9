import { endOfText } from './end-of-text.ts'
import { findBeginning } from './find-json.ts'

/**
 * What is found on the way through an answer. `row` is an object's text, unread; `malformed` a row that is none, or too
 * long to be one; `scanning` nothing yet. Only an answer that is there to its last bracket has an `end`.
 */
export type Cut =
  | { kind: 'row'; text: string }
  | { kind: 'malformed' }
  | { kind: 'scanning' }
  | { kind: 'end'; hasList: boolean }

/** Members that lists are seen in, one within another (field notes 1). */
const wrappers: ReadonlySet<string> = new Set(['services', 'data', 'result'])
const WRAPPED_MAX = 3
/** A description of 20,000 characters, each of them escaped. */
const ROW_LENGTH_MAX = 131_072
const SCANNED_AT_ONCE = 65_536

/** `told` is where it was when something was last found, or nothing yet. */
type Cursor = { readonly text: string; at: number; told: number }

/** The text ends before its last bracket. */
class CutShort extends Error {}

/**
 * Cuts the rows out of the JSON of a `services` answer, one by one and without reading them: bare, in wrappers, or as
 * the members of an object, which PHP makes of a list whose numbering has gaps. Read as a whole, 32 MB of JSON may want
 * more memory than there is, and hold the event loop for seconds; cut, they want what a row does.
 */
export function* cutRows(text: string): Generator<Cut> {
  const at = /^[\s\uFEFF]*[[{]/.test(text) ? text.search(/[[{]/) : findBeginning(text)
  if (at === -1) return
  try {
    yield { kind: 'end', hasList: yield* cutContainer({ text, at, told: at }, 0) }
  } catch (error) {
    if (!(error instanceof CutShort)) throw error
  }
}

/** Answers whether there was a list in it. */
function* cutContainer(cursor: Cursor, depth: number): Generator<Cut, boolean> {
  const { text } = cursor
  const isList = text[cursor.at] === '['
  let hasList = isList
  cursor.at += 1
  for (;;) {
    if (isClosing(nextCharacter(cursor))) {
      cursor.at += 1
      return hasList
    }
    const name = isList ? '' : takeName(cursor)
    const opening = nextCharacter(cursor)
    if (wrappers.has(name) && isOpening(opening) && depth < WRAPPED_MAX) {
      hasList = (yield* cutContainer(cursor, depth + 1)) || hasList
      continue
    }
    const start = cursor.at
    yield* skipValue(cursor)
    if (!isList && opening !== '{') continue
    hasList = true
    const isRow = opening === '{' && cursor.at - start <= ROW_LENGTH_MAX
    yield isRow ? { kind: 'row', text: text.slice(start, cursor.at) } : { kind: 'malformed' }
  }
}

/** The one at the cursor, once that has gone over blanks and what stands between two things. */
function nextCharacter(cursor: Cursor): string {
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text.charAt(cursor.at)
    if (character > ' ' && character !== ',' && character !== ':') return character
  }
  throw new CutShort()
}

function takeName(cursor: Cursor): string {
  const start = cursor.at
  skipScalar(cursor)
  return cursor.text.slice(start + 1, cursor.at - 1)
}

function* skipValue(cursor: Cursor): Generator<Cut> {
  let depth = 0
  do {
    const character = cursor.text.charAt(cursor.at)
    if (isOpening(character)) depth += 1
    if (isClosing(character)) depth -= 1
    if (character === '') throw new CutShort()
    if (isOpening(character) || isClosing(character)) cursor.at += 1
    else skipScalar(cursor)
    if (cursor.at - cursor.told < SCANNED_AT_ONCE) continue
    cursor.told = cursor.at
    yield { kind: 'scanning' }
  } while (depth > 0)
}

/** A text to its closing quote, which no backslash takes away; a figure or a word to what ends it. */
function skipScalar(cursor: Cursor): void {
  const { text } = cursor
  if (text[cursor.at] !== '"') {
    do cursor.at += 1
    while (cursor.at < text.length && !/[[\]{}",:\s]/.test(text.charAt(cursor.at)))
    return
  }
  const end = endOfText(text, cursor.at)
  if (end === undefined) throw new CutShort()
  cursor.at = end
}

function isOpening(character: string): boolean {
  return character === '[' || character === '{'
}

function isClosing(character: string): boolean {
  return character === ']' || character === '}'
}
