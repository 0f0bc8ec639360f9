/** Dollars as whole units of 0.00000001: with floats a cent could be lost, and the test would prove nothing. */
const SCALE = 100_000_000n
const DECIMALS = 8

/** Parses "12", "0.5", "1.23456789"; digits past the eighth decimal are dropped. Undefined if it is not a plain number. */
export function parseDecimal(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,30}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '0', fraction = ''] = match
  const units = BigInt(whole) * SCALE + BigInt(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
  return sign === '-' ? -units : units
}

/** Writes units as text with no trailing zeros past `decimalsMin`. */
export function formatDecimal(units: bigint, decimalsMin = 2): string {
  const positive = units < 0n ? -units : units
  const fraction = (positive % SCALE).toString().padStart(DECIMALS, '0').replace(/0+$/, '')
  const text = `${positive / SCALE}.${fraction.padEnd(decimalsMin, '0')}`
  return (units < 0n ? '-' : '') + (text.endsWith('.') ? text.slice(0, -1) : text)
}

/** a × b ÷ c, rounded half up; for amounts that are not negative. */
export function multiplyDivide(a: bigint, b: bigint, c: bigint): bigint {
  return (a * b * 2n + c) / (c * 2n)
}
