import { formatDecimal } from '#sandbox/decimal.ts'
import type { Quirk } from './quirk-kinds.ts'

/** Rupees per dollar, approximately. */
const INR_PER_USD = 84n

export function currencyOf(quirks: Set<Quirk>): string {
  return quirks.has('other_currency') ? 'INR' : 'USD'
}

export function showMoney(units: bigint, quirks: Set<Quirk>): string {
  return formatDecimal(quirks.has('other_currency') ? units * INR_PER_USD : units)
}

export function showId(id: number, quirks: Set<Quirk>): number | string {
  return quirks.has('string_ids') ? String(id) : id
}

/** An id that was not a number is returned as sent. */
export function showGivenId(id: string, quirks: Set<Quirk>): number | string {
  return /^\d{1,15}$/.test(id) ? showId(Number(id), quirks) : id
}

/** The error of one id among several. */
export function showError(sentence: string, quirks: Set<Quirk>): unknown {
  return quirks.has('text_errors') ? sentence : { error: sentence }
}

/** PHP cannot tell an empty object from an empty list. */
export function showObject(members: Record<string, unknown>, quirks: Set<Quirk>): unknown {
  return quirks.has('empty_array') && Object.keys(members).length === 0 ? [] : members
}
