/** A part with the separator before it: a bar and the like, or its joint as written (" - ", " " or nothing). */
export type NamePart = { text: string; isAfterBar: boolean; joint: string; isBracket: boolean }

/** Splits the name of a service or category into parts. Nothing is split inside brackets. */
export function partsOf(name: string): string[] {
  const parts: string[] = []
  for (const { text, isAfterBar, joint } of toParts(toLine(name))) {
    const last = parts.at(-1)
    if (last === undefined || isAfterBar) parts.push(text)
    else parts[parts.length - 1] = `${last}${joint}${text}`
  }
  return parts
}

const bar = /[|｜│┃║¦•·→]|[►▶➡➔➜➤]\uFE0F?|(?<= )[~∼](?= )/u
const dash = /(?<= )[-–—]{1,4}|[-–—]{1,4}(?= )/u
const marks = new RegExp(`${bar.source}|${dash.source}`, 'gu')
/** Names have a handful of parts; everything after this many stays together. */
const partsMax = 40

/** The parts of one line, split at bars, at dashes next to a space, and around whole brackets. */
export function toParts(line: string): NamePart[] {
  const parts: NamePart[] = []
  let last = 0
  const add = (start: number, end: number, isBracket: boolean) => {
    const text = line.slice(start, end)
    const isAfterBar = parts.length > 0 && bar.test(line.slice(last, start + 1))
    const own = (isAfterBar ? text.replace(/^[-–—~:;,\s]+/, '') : text).trim()
    if (own === '') return
    const from = start + text.indexOf(own)
    parts.push({ text: own, isAfterBar, joint: line.slice(last, from), isBracket })
    last = from + own.length
  }
  const addOutside = (start: number, end: number) => {
    let from = start
    for (const { 0: mark, index } of line.slice(start, end).matchAll(marks)) {
      if (parts.length >= partsMax) break
      add(from, start + index, false)
      from = start + index + mark.length
    }
    add(from, end, false)
  }
  let from = 0
  for (const { start, end, isWhole } of bracketsOf(line)) {
    if (parts.length >= partsMax) break
    addOutside(from, start)
    add(start, end, isWhole)
    from = end
  }
  addOutside(from, line.length)
  return joinFigures(parts)
}

const openers = '([{【（「『《〔［｛«⟮'
const closers = ')]}】）」』》〕］｝»⟯'

type Bracketed = { start: number; end: number; isWhole: boolean }

/**
 * The outermost brackets, whatever their kinds: "[Real}" is one. An unclosed one extends to the end, and an unopened
 * one from the start: its extent is unknown.
 */
function bracketsOf(line: string): Bracketed[] {
  const found: Bracketed[] = []
  const open: number[] = []
  for (let at = 0; at < line.length; at += 1) {
    const one = line.charAt(at)
    // ":)" is a smiley.
    if (/[:;]/.test(line.charAt(at - 1)) && /^[()]\s/.test(line.slice(at, at + 2)) && open.length === 0)
      continue
    if (openers.includes(one)) open.push(at)
    else if (closers.includes(one)) {
      const start = open.pop()
      if (start === undefined) found.splice(0, found.length, { start: 0, end: at + 1, isWhole: false })
      else if (open.length === 0) found.push({ start, end: at + 1, isWhole: true })
    }
  }
  const [unclosed] = open
  if (unclosed === undefined) return found
  return [
    ...found.filter(({ end }) => end <= unclosed),
    { start: unclosed, end: line.length, isWhole: false },
  ]
}

/** "500 - 1k/day" is one figure; "Max 20K - 500/day" are two. */
function joinFigures(parts: readonly NamePart[]): NamePart[] {
  const joined: NamePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last !== undefined && isRange(last, part)) last.text = `${last.text}${part.joint}${part.text}`
    else joined.push({ ...part })
  }
  return joined
}

function isRange(last: NamePart, { text, joint, isAfterBar }: NamePart): boolean {
  return (
    !isAfterBar &&
    /[-–—]/.test(joint) &&
    /^\d/.test(text) &&
    /(?:^|[^\p{L}\d])\d[\d.,]{0,12} ?(?:[kmкм]|%)?$/iu.test(last.text) &&
    !/max\W{0,3}[\d.,]{1,12} ?[km]?$/iu.test(last.text)
  )
}

/** On one line, without invisible characters. */
export function toLine(text: string): string {
  return text
    .replaceAll(/[\u200B\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
