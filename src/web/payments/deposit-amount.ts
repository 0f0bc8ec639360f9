import { defaultLanguage, type Language } from '#contract/languages.ts'
import { bonusFor, findBonusStep } from '#contract/bonus.ts'
import { type Money, money, parseMoney, UNITS_PER_USD } from '#contract/money.ts'
import type { PublicConfig } from '#contract/settings.ts'

const cent = UNITS_PER_USD / 100n

/** The sign between thousands of an amount; a blank parts them everywhere. */
const groupSigns: Readonly<Record<Language, string>> = { en: ',', vi: '.', ru: '' }

/**
 * What the amount's box holds after somebody typed or pasted `text`: digits with one optional decimal point (spec §5).
 * A dollar sign, blanks and thousands are cleaned off, a lone comma is a decimal point (keypads in half of the world have no
 * other). Three digits behind the reader's own sign for thousands are thousands: in Vietnamese "1.000" is one, and no
 * amount has three decimals. Not where it was typed into `before` sign by sign: "1.50" does not become 1,500 by a zero.
 * Undefined for anything else: the box then keeps what it had.
 */
export function cleanAmount(language: Language, text: string, before?: string): string | undefined {
  const bare = text.replaceAll(/[$\s]/g, '')
  const group = groupSigns[language]
  const isTyped = before !== undefined && before !== '' && Math.abs(text.length - before.length) <= 1
  const isGrouped =
    !isTyped && group !== '' && new RegExp(`^\\d{1,3}(?:[${group}]\\d{3})+(?:[.,]\\d*)?$`).test(bare)
  const plain = (isGrouped ? bare.replaceAll(group, '') : bare).replace(',', '.')
  return /^\d*\.?\d*$/.test(plain) ? plain : undefined
}

/** The amount that the box stands for; undefined for an empty one, a lone point and figures beyond any limit. */
export function readAmount(text: string): Money | undefined {
  if (!/\d/.test(text)) return undefined
  const whole = text.startsWith('.') ? `0${text}` : text
  return parseMoney(whole.replace(/\.$/, ''))
}

/**
 * The amount to begin with when another page names what is missing (`?amount=2.3057`): up to the next cent, and not below
 * what can be paid at once.
 */
export function toSuggestedAmount(text: string | null, min: bigint): string {
  const missing = readAmount(cleanAmount(defaultLanguage, text ?? '') ?? '')
  if (missing === undefined || missing === 0n) return ''
  const rounded = ((missing + cent - 1n) / cent) * cent
  return toAmountText(rounded > min ? rounded : min)
}

/** "10" or "2.31": as somebody would type it. */
export function toAmountText(amount: bigint): string {
  const cents = amount / cent
  return cents % 100n === 0n
    ? String(cents / 100n)
    : `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

export type Refusal = 'amountRequired' | 'amountDecimals' | 'amountMin' | 'amountMax'

/** Why an amount cannot be paid, by the key of its sentence. */
export function findAmountRefusal(
  text: string,
  { deposit_min: min, deposit_max: max }: PublicConfig['limits'],
): Refusal | undefined {
  if (!/[1-9]/.test(text)) return 'amountRequired'
  const amount = readAmount(text)
  if (amount !== undefined && amount % cent !== 0n) return 'amountDecimals'
  // What cannot be read has more decimals or more digits than money has.
  if (amount === undefined) return /\.\d{3}/.test(text) ? 'amountDecimals' : 'amountMax'
  if (amount < min) return 'amountMin'
  return amount > max ? 'amountMax' : undefined
}

export type BonusStep = PublicConfig['bonuses'][number]

/** The bonus on an amount by the operator's steps, in whatever order they are told. */
export function bonusBySteps(amount: bigint, steps: readonly BonusStep[]): { bonus: Money; percent: number } {
  return { bonus: bonusFor(amount, steps), percent: findBonusStep(amount, steps)?.percent ?? 0 }
}

/** The lowest step above the amount that one payment can reach. */
export function findNextStep(
  amount: bigint,
  steps: readonly BonusStep[],
  max: bigint,
): BonusStep | undefined {
  return steps
    .filter(({ from }) => from > amount && from <= max)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))[0]
}

/** The amounts to choose from, as far as they can be paid. */
export function listPresets({
  deposit_min: min,
  deposit_max: max,
  deposit_presets: presets,
}: PublicConfig['limits']): Money[] {
  return presets
    .map((preset) => money(BigInt(preset) * UNITS_PER_USD))
    .filter((amount) => amount >= min && amount <= max)
}
