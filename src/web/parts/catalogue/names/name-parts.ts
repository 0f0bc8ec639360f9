/**
 * What a service's name, or a category's, is put together from: by bars, else by waves, else by dashes where there are
 * several; a single dash belongs to the words around it.
 */
export function partsOf(name: string): string[] {
  for (const [mark, least] of separators) {
    const parts = mark === dash ? joinFigures(name.split(mark)) : name.split(mark)
    if (parts.length >= least)
      return parts
        .slice(0, partsMax)
        .map(toLine)
        .filter((part) => part !== '')
  }
  return [toLine(name)].filter((part) => part !== '')
}

/** Names have a handful; what comes after so many is in the original. */
const partsMax = 24

const dash = / [-–—] /
const separators = [
  [/[|｜│┃║¦•]/u, 2],
  [/ ~ /, 2],
  [dash, 3],
] as const

/** "500 - 1k/day" is one figure. */
function joinFigures(parts: readonly string[]): string[] {
  const joined: string[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isRange = last !== undefined && /\d[km]?$/i.test(last) && !/^max/i.test(last) && /^\d/.test(part)
    if (isRange) joined[joined.length - 1] = `${last} - ${part}`
    else joined.push(part)
  }
  return joined
}

/** On one line, and nothing in it that is not seen. */
export function toLine(text: string): string {
  return text
    .replaceAll(/[\u200B\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
