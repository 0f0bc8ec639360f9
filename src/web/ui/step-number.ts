import type { Language } from '#contract/languages.ts'

type Steps = {
  language: Language
  step: string
  steps: number
  min?: string | undefined
  max?: string | undefined
}

/**
 * A number as its reader typed it, a few steps up or down, on the grid of its least value and within its bounds: exact, as decimals
 * of any length, since some of them are money. What is no number counts as the least.
 */
export function stepNumber(text: string, { language, step, steps, min, max }: Steps): string {
  const given = readNumber(language, text, { isWhole: !step.includes('.') }) ?? min ?? '0'
  const decimals = Math.max(...[given, step, min, max].map((one) => decimalsOf(one ?? '')))
  const toUnits = (one: string) => unitsOf(one, decimals)
  const next = toUnits(given) + BigInt(steps) * toUnits(step)
  const least = min === undefined ? next : toUnits(min)
  const most = max === undefined ? next : toUnits(max)
  const bounded = next < least ? least : next > most ? most : next
  return toText(bounded, decimals)
}

/** The sign between thousands; a blank or an apostrophe parts them everywhere. */
const groupSigns: Readonly<Record<Language, string>> = { en: ',', vi: '.', ru: '' }

/**
 * What was typed, with a point before its decimals. Of whole numbers the reader's own sign parts thousands: "1.000" is a
 * thousand in Vietnamese. Where there may be decimals a point or a comma stands before them, since rates and amounts have
 * three of them as well; only in English a comma with three digits behind it parts thousands. Undefined for no number.
 */
function readNumber(language: Language, text: string, { isWhole }: { isWhole: boolean }): string | undefined {
  const bare = text.replaceAll(/[\s'_]/g, '')
  const sign = isWhole || language === 'en' ? groupSigns[language] : ''
  const point = sign === '.' ? ',' : '.'
  const isGrouped =
    sign !== '' && new RegExp(`^-?\\d{1,3}(?:[${sign}]\\d{3})+(?:[${point}]\\d+)?$`).test(bare)
  const plain = (isGrouped ? bare.replaceAll(sign, '') : bare).replace(',', '.')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? plain : undefined
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
