import { expect, test } from 'vitest'
import type { Language } from '#contract/base/languages.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import {
  bonusBySteps,
  findAmountRefusal,
  findNextStep,
  listPresets,
  toSuggestedAmount,
} from './deposit-amount.ts'

const usd = (text: string) => parseMoney(text) ?? ZERO
const { limits, bonuses: steps } = defaultSettings

test('suggests the missing amount, rounded up to a cent, and never less than the minimum', () => {
  const suggest = (text: string | null) => toSuggestedAmount(text, limits.deposit_min)
  expect(['2.31', '2.3057', '0.12', '100'].map(suggest)).toEqual(['2.31', '2.31', '1', '100'])
  expect([null, '', '0', 'abc', '-3'].map(suggest)).toEqual(['', '', '', '', ''])
})

test('says why an amount cannot be paid', () => {
  const refusal = (text: string) => findAmountRefusal(text, 'en', limits)
  expect(['', '.', '0.00'].map(refusal)).toEqual(Array(3).fill('amountRequired'))
  expect(['10.5555', '1.123456789'].map(refusal)).toEqual(Array(2).fill('amountDecimals'))
  expect(['0.99', '0.01'].map(refusal)).toEqual(Array(2).fill('amountMin'))
  expect(['10000.01', '10,000.01', '99999999999999'].map(refusal)).toEqual(Array(3).fill('amountMax'))
  expect(['1', '10.50', '10.5000', '10000', '10000.'].map(refusal)).toEqual(Array(5).fill(undefined))
})

test('an amount with separators is read by its language, and an ambiguous one is refused', () => {
  const payable = (language: Language, texts: string[]) =>
    texts.filter((text) => findAmountRefusal(text, language, limits) === undefined)
  const texts = ['1,000', '1.000', '2,500.00', '2.500,00', '1 000', '1,00,000']
  expect(payable('en', texts)).toEqual(['1,000', '2,500.00', '2.500,00', '1 000'])
  expect(payable('vi', texts)).toEqual(['1.000', '2,500.00', '2.500,00', '1 000'])
  expect(payable('ru', texts)).toEqual(['1.000', '2,500.00', '2.500,00', '1 000'])
})

test('gives 5 % from $100 and 10 % from $500, whatever the order of the tiers', () => {
  for (const told of [steps, steps.toReversed()]) {
    const bonuses = ['99.99', '100', '499.99', '500'].map((text) => bonusBySteps(usd(text), told))
    expect(bonuses).toEqual([
      { bonus: ZERO, percent: 0 },
      { bonus: usd('5'), percent: 5 },
      { bonus: usd('24.9995'), percent: 5 },
      { bonus: usd('50'), percent: 10 },
    ])
  }
})

test('offers only presets that can be paid', () => {
  expect(listPresets({ ...limits, deposit_min: usd('20'), deposit_max: usd('100') })).toEqual(
    ['25', '50', '100'].map(usd),
  )
})

test('the next bonus is the lowest above the amount that one payment can reach, whatever the order of the tiers', () => {
  const [small, large] = [
    { from: usd('100'), percent: 5 },
    { from: usd('500'), percent: 10 },
  ]
  const next = (amount: string, max = '10000') => findNextStep(usd(amount), [large, small], usd(max))
  expect(['0', '99.99', '100', '499', '500'].map((amount) => next(amount))).toEqual([
    small,
    small,
    large,
    large,
    undefined,
  ])
  expect(next('100', '400')).toBeUndefined()
})
