import type { Language } from '#contract/base/languages.ts'
import { type NumberKind, readNumber, writeNumber } from '#contract/base/read-number.ts'

type Steps = {
  language: Language
  kind: NumberKind
  step: string
  steps: number
  min?: string | undefined
  max?: string | undefined
}

/**
 * Steps a number as the reader typed it, within its bounds: exact, with decimals of any length, since it may be money.
 * Text that is not a number counts as the minimum; ambiguous text stays unchanged.
 */
export function stepNumber(text: string, { language, kind, step, steps, min, max }: Steps): string {
  const reading = readNumber(text, language, kind)
  if (reading.is === 'ambiguous') return text
  const given = reading.is === 'number' ? reading.plain : (min ?? '0')
  const decimals = Math.max(...[given, step, min, max].map((one) => decimalsOf(one ?? '')))
  const toUnits = (one: string) => unitsOf(one, decimals)
  const next = toUnits(given) + BigInt(steps) * toUnits(step)
  const least = min === undefined ? next : toUnits(min)
  const most = max === undefined ? next : toUnits(max)
  const bounded = next < least ? least : next > most ? most : next
  return writeNumber(toText(bounded, decimals), language, kind)
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
