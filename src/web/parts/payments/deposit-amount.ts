import { bonusFor, findBonusStep } from '#contract/payments/bonus.ts'
import type { Language } from '#contract/base/languages.ts'
import { type Money, money, parseMoney, UNITS_PER_USD } from '#contract/base/money.ts'
import { readNumber } from '#contract/base/read-number.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'

const cent = UNITS_PER_USD / 100n

/**
 * The initial amount when another page passes what is missing (`?amount=2.3057`): rounded up to the next cent, and at
 * least the minimum payment.
 */
export function toSuggestedAmount(text: string | null, min: bigint): string {
  const missing = parseMoney(text ?? '')
  if (missing === undefined || missing <= 0n) return ''
  const rounded = ((missing + cent - 1n) / cent) * cent
  return toAmountText(rounded > min ? rounded : min)
}

/** "10" or "2.31": as a person would type it. */
export function toAmountText(amount: bigint): string {
  const cents = amount / cent
  return cents % 100n === 0n
    ? String(cents / 100n)
    : `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

export type Refusal = 'amountRequired' | 'amountDecimals' | 'amountMin' | 'amountMax'

/**
 * Why an amount can't be paid, as the key of its message. `useForm` handles texts that are not a number or are
 * ambiguous.
 */
export function findAmountRefusal(
  text: string,
  language: Language,
  { deposit_min: min, deposit_max: max }: PublicConfig['limits'],
): Refusal | undefined {
  const reading = readNumber(text, language, 'money')
  if (reading.is !== 'number' || !/[1-9]/.test(reading.plain)) return 'amountRequired'
  const amount = parseMoney(reading.plain)
  // If it can't be parsed, it has more decimals or digits than money allows.
  if (amount === undefined) return /\.\d{3}/.test(reading.plain) ? 'amountDecimals' : 'amountMax'
  if (amount % cent !== 0n) return 'amountDecimals'
  if (amount < min) return 'amountMin'
  return amount > max ? 'amountMax' : undefined
}

export type BonusStep = PublicConfig['bonuses'][number]

/** The bonus on an amount by the operator's tiers, in any order. */
export function bonusBySteps(amount: bigint, steps: readonly BonusStep[]): { bonus: Money; percent: number } {
  return { bonus: bonusFor(amount, steps), percent: findBonusStep(amount, steps)?.percent ?? 0 }
}

/** The lowest tier above the amount that one payment can reach. */
export function findNextStep(
  amount: bigint,
  steps: readonly BonusStep[],
  max: bigint,
): BonusStep | undefined {
  return steps
    .filter(({ from }) => from > amount && from <= max)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))[0]
}

/** The preset amounts that can be paid. */
export function listPresets({
  deposit_min: min,
  deposit_max: max,
  deposit_presets: presets,
}: PublicConfig['limits']): Money[] {
  return presets
    .map((preset) => money(BigInt(preset) * UNITS_PER_USD))
    .filter((amount) => amount >= min && amount <= max)
}
