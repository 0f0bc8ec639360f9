import { type Money, parseMoney } from '#contract/base/money.ts'
import { readNumber } from '#contract/base/read-number.ts'
import { toNamedId } from '#server/lib/postgres/search-text.ts'

/** What a search looks for, parsed from the typed text. */
export type Wanted = {
  text: string
  /** The text as an id: "#12" or "12". */
  id: bigint | undefined
  /** The text as an amount, without its sign. Both readings if it is ambiguous. */
  amounts: readonly Money[]
}

export function toWanted(text: string): Wanted {
  return { text, id: toNamedId(text), amounts: toAmounts(text) }
}

/** "$1,000.00", "12,5", "-3": as the product prints amounts, in English in every language, and as others type them. */
function toAmounts(text: string): Money[] {
  const reading = readNumber(text.replace(/^\s*[-+−]/, ''), 'en', 'money')
  const plains = reading.is === 'number' ? [reading.plain] : reading.is === 'ambiguous' ? reading.plains : []
  return plains.map(parseMoney).filter((amount) => amount !== undefined)
}
