/**
 * Reads a quantity as people write it: "1000", "1,000", "1 000", "1k" = 1000, "2.5k" = 2500, "1m" = 1,000,000.
 * Answers undefined for anything that is not a whole number that way: "1.000" could mean two things, so it means none.
 */
export function parseQuantity(text: string): number | undefined {
  const match = /^(\d[\d ,'_\u00a0\u202f]*)(?:([.])(\d+))?\s*([km])?$/i.exec(text.trim())
  if (match === null) return undefined
  const [, wholeText = '', , fraction = '', suffix = ''] = match
  const whole = withoutGroups(wholeText.trim())
  if (whole === undefined || (fraction !== '' && suffix === '')) return undefined
  const zeros = suffix === '' ? 0 : suffix.toLowerCase() === 'k' ? 3 : 6
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > zeros) return undefined
  const quantity = Number(whole + significant.padEnd(zeros, '0'))
  return Number.isSafeInteger(quantity) ? quantity : undefined
}

/** "1,000,000" is one number; "1,00" is none. */
function withoutGroups(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text
  return /^\d{1,3}(?:[ ,'_\u00a0\u202f]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : undefined
}

/** Arrows step by the service's smallest order, Shift by ten of it, within its bounds. */
export function stepQuantity(
  quantity: number | undefined,
  { min, max, steps }: { min: number; max: number; steps: number },
): number {
  const least = Math.max(1, min)
  return Math.min(max, Math.max(least, (quantity ?? least) + steps * stepOf({ min })))
}

export function stepOf({ min }: { min: number }): number {
  return Math.max(1, min)
}
