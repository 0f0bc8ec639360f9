import { spoken } from './dialects/dialects.ts'
import { endOfText, findBeginning } from './find-json.ts'

/**
 * `row` is the unparsed text of an object; `malformed` a row that is not an object or is too long; `scanning` means
 * nothing was found yet. `end` only comes when the response is complete.
 */
export type Cut =
  | { kind: 'row'; text: string }
  | { kind: 'malformed' }
  | { kind: 'scanning' }
  | { kind: 'end'; hasList: boolean }

const WRAPPED_MAX = 3
/** Fits a description of 20,000 characters, each of them escaped. */
const ROW_LENGTH_MAX = 131_072
const SCANNED_AT_ONCE = 65_536

/** `reportedAt` is the position at the last yield. */
type Cursor = {
  readonly text: string
  at: number
  reportedAt: number
  /** Members that contain the list, possibly nested (field notes 1). */
  readonly wrappers: readonly string[]
}

/** The text ends before its last closing bracket. */
class CutShort extends Error {}

/**
 * Extracts the rows of a `services` response one by one without parsing them: a bare list, a wrapped list, or an
 * object's members (PHP makes an object of a list with gaps in its numbering). Parsing 32 MB of JSON at once could
 * exhaust memory and block the event loop for seconds; this needs the memory of one row.
 */
export function* cutRows(text: string, wrappers = spoken.members.services): Generator<Cut> {
  const at = /^[\s\uFEFF]*[[{]/.test(text) ? text.search(/[[{]/) : findBeginning(text)
  if (at === -1) return
  try {
    yield { kind: 'end', hasList: yield* cutContainer({ text, at, reportedAt: at, wrappers }, 0) }
  } catch (error) {
    if (!(error instanceof CutShort)) throw error
  }
}

/** Returns whether it contained a list. */
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
    if (cursor.wrappers.includes(name) && isOpening(opening) && depth < WRAPPED_MAX) {
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

/** The next character that is not whitespace, a comma or a colon. */
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
    if (cursor.at - cursor.reportedAt < SCANNED_AT_ONCE) continue
    cursor.reportedAt = cursor.at
    yield { kind: 'scanning' }
  } while (depth > 0)
}

/** Skips a string to its closing quote, or a number or word to its end. */
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
