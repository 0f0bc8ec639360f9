type Steps = { step: string; steps: number; min?: string | undefined; max?: string | undefined }

/**
 * A number as it was typed, a few steps up or down, on the grid of its least value and within its bounds: exact, as decimals
 * of any length, since some of them are money. What is no number counts as the least.
 */
export function stepNumber(text: string, { step, steps, min, max }: Steps): string {
  const given = isDecimal(text) ? clean(text) : (min ?? '0')
  const decimals = Math.max(...[given, step, min, max].map((one) => decimalsOf(one ?? '')))
  const toUnits = (one: string) => unitsOf(one, decimals)
  const next = toUnits(given) + BigInt(steps) * toUnits(step)
  const least = min === undefined ? next : toUnits(min)
  const most = max === undefined ? next : toUnits(max)
  const bounded = next < least ? least : next > most ? most : next
  return toText(bounded, decimals)
}

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(clean(text))
}

/** Thousands are set apart by commas and spaces. */
function clean(text: string): string {
  return text.replaceAll(/[\s,]/g, '')
}

function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function unitsOf(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

function toText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction === '' ? '' : `.${fraction}`}`
}
