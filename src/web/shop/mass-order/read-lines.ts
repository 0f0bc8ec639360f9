import type { Language } from '#contract/base/languages.ts'
import { readWhole } from '#contract/base/read-number.ts'

/** A parsed line, before look-ups. */
export type ReadLine =
  | { form: 'order'; id: number; link: string; quantity: number | undefined; typedQuantity: string }
  /** The line does not begin with a number. */
  | { form: 'no_service' }
  /** The line can be split in two ways. */
  | { form: 'unclear' }

/** A line of the box; empty ones count too. */
export type TypedLine = { number: number; text: string }

export function splitLines(text: string): TypedLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ number: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
}

const beginning = /^#?(\d{1,10})\s*([|\t;,])?\s*/

/**
 * `service | link | quantity`; tabs, semicolons, commas and blanks are accepted too, since people paste from tables.
 * The character after the id is the separator, and its last occurrence precedes the quantity: a link may contain any of
 * them. Commas may also be part of a number or link, so with more than two nothing is guessed.
 */
export function readLine(language: Language, text: string): ReadLine {
  const [whole = '', id, sign] = beginning.exec(text) ?? []
  if (id === undefined || (sign === undefined && !/\s$/.test(whole) && whole.length < text.length))
    return { form: 'no_service' }
  const rest = text.slice(whole.length)
  const parts = sign === undefined ? splitAtBlank(rest) : splitAtLast(rest, sign)
  if (parts === undefined) return { form: 'unclear' }
  const { link, quantity } = parts
  return {
    form: 'order',
    id: Number(id),
    link,
    quantity: readWhole(quantity, language, 'quantity'),
    typedQuantity: quantity,
  }
}

type Parts = { link: string; quantity: string }

/** Links contain no blanks, but quantities may: "1 000". */
function splitAtBlank(rest: string): Parts {
  const at = rest.search(/\s/)
  return at < 0
    ? { link: rest, quantity: '' }
    : { link: rest.slice(0, at), quantity: rest.slice(at + 1).trim() }
}

function splitAtLast(text: string, sign: string): Parts | undefined {
  // A line from a table may end with the separator.
  const rest = text.endsWith(sign) ? text.slice(0, -1).trim() : text
  const at = rest.lastIndexOf(sign)
  if (at < 0) return { link: rest, quantity: '' }
  if (sign === ',' && rest.indexOf(sign) !== at) return undefined
  return { link: rest.slice(0, at).trim(), quantity: rest.slice(at + 1).trim() }
}
