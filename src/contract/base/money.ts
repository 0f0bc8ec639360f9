/**
 * An amount in units of 0.00000001 USD. The brand prevents passing counts or cents. The database has the same number as
 * `bigint`.
 */
export type Money = bigint & { readonly __brand: 'usd-e8' }

export const UNITS_PER_USD = 100_000_000n
/** The largest single amount, $9,999,999.99999999: 15 digits are exact in a JSON number. */
export const MONEY_MAX = 999_999_999_999_999n as Money
export const ZERO = 0n as Money

/** Brands units from the database or from arithmetic. */
export function money(units: bigint): Money {
  return units as Money
}

/**
 * Reads a decimal text such as "12.5" or "-0.00000001" exactly.
 * Returns undefined for anything else, for more than 8 decimals, and above MONEY_MAX.
 */
export function parseMoney(text: string): Money | undefined {
  const match = /^(-?)(\d{1,16})(?:\.(\d+))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '0', fraction = ''] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > 8) return undefined
  const units = BigInt(whole) * UNITS_PER_USD + BigInt(significant.padEnd(8, '0') || '0')
  if (units > MONEY_MAX) return undefined
  return money(sign === '-' ? -units : units)
}

/** "12.50000000": always 8 decimals. */
export function toDecimal(amount: bigint): string {
  const absolute = amount < 0n ? -amount : amount
  const fraction = (absolute % UNITS_PER_USD).toString().padStart(8, '0')
  return `${amount < 0n ? '-' : ''}${absolute / UNITS_PER_USD}.${fraction}`
}

/** "1,234.56" with the given decimals, truncated: it never shows money that isn't there (field notes 4). No dollar sign. */
export function formatMoney(amount: bigint, decimals: 2 | 4 | 8 = 2): string {
  const [whole = '0', fraction = ''] = toDecimal(amount < 0n ? -amount : amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const cut = `${grouped}.${fraction.slice(0, decimals)}`
  return amount < 0n && /[1-9]/.test(cut) ? `-${cut}` : cut
}

/** With all decimals, at least 2: "12.50", "0.0042". So parts add up to their sum, and small amounts aren't shown as 0. */
export function formatExact(amount: bigint): string {
  return formatMoney(amount, 8).replace(/0{1,6}$/, '')
}

/** Two amounts for a sentence: 2 decimals, or 8 if the required one would look covered (api.md, "Base and form"). */
export function formatShortfall(
  required: bigint,
  available: bigint,
): { required: string; available: string } {
  const decimals = decimalsOfShortfall(required, available)
  return { required: plain(required, decimals), available: plain(available, decimals) }
}

/** 2, or 8 if the required amount would look covered. */
export function decimalsOfShortfall(required: bigint, available: bigint): 2 | 8 {
  const cents = UNITS_PER_USD / 100n
  return required / cents <= available / cents ? 8 : 2
}

function plain(amount: bigint, decimals: 2 | 8): string {
  return formatMoney(amount, decimals).replaceAll(',', '')
}

/**
 * The exact amount of a JSON number, by its shortest decimal text. Undefined for more than 8 decimals, Infinity and amounts
 * above MONEY_MAX: never rounded.
 */
export function moneyFromNumber(value: number): Money | undefined {
  if (!Number.isFinite(value)) return undefined
  const text = String(value)
  if (!text.includes('e')) return parseMoney(text)
  const match = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  if (match === null) return undefined
  const [, sign = '', first = '', rest = '', exponent = '0'] = match
  return parseMoney(`${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`)
}

/** The JSON number of an amount. Sums above MONEY_MAX are truncated to 2 decimals, which 15 digits can hold. */
export function moneyToNumber(amount: bigint): number {
  const absolute = amount < 0n ? -amount : amount
  const cut = absolute > MONEY_MAX ? absolute - (absolute % (UNITS_PER_USD / 100n)) : absolute
  return Number(toDecimal(amount < 0n ? -cut : cut))
}

/** Rounds up to a multiple of 0.0001 USD, the precision of rates (spec §9, field notes 4). */
export function ceilToRate(units: bigint): Money {
  const grain = UNITS_PER_USD / 10_000n
  return money(((units + grain - 1n) / grain) * grain)
}

/** A percentage with at most 2 decimals in basis points. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100)
}
