import { UNITS_PER_USD } from '#contract/base/money.ts'
import { toNamedId } from '#server/lib/postgres/search-text.ts'

/** What a search may find, by what was typed. */
export type Wanted = {
  text: string
  /** As an id: "#12" or "12". */
  id: bigint | undefined
  /** As an amount, whatever its sign. */
  amount: bigint | undefined
}

export function toWanted(text: string): Wanted {
  return { text, id: toNamedId(text), amount: toAmount(text) }
}

/** "$12.50", "12,5", "-3": units of USD, without its sign. Undefined for anything else. */
function toAmount(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^[-+−]?\$?(\d{1,9})(?:[.,](\d{1,8}))?\s?\$?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole) * UNITS_PER_USD + BigInt(fraction.padEnd(8, '0'))
}
