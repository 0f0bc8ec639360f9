import { expect, test } from 'vitest'
import { parseMoney, ZERO } from '#contract/money.ts'
import { defaultSettings } from '#contract/settings-defaults.ts'
import {
  bonusBySteps,
  cleanAmount,
  findAmountRefusal,
  findNextStep,
  listPresets,
  readAmount,
  toSuggestedAmount,
} from './deposit-amount.ts'

const usd = (text: string) => parseMoney(text) ?? ZERO
const { limits, bonuses: steps } = defaultSettings

test('takes digits with one optional decimal point and keeps the rest out', () => {
  expect(['', '12', '12.', '.5', '12.50'].map((text) => cleanAmount('en', text))).toEqual([
    '',
    '12',
    '12.',
    '.5',
    '12.50',
  ])
  expect(['1.2.3', '-5', '1e3', 'ten', '1,2,3', '0x1'].map((text) => cleanAmount('en', text))).toEqual(
    Array(6).fill(undefined),
  )
})

test('cleans what is pasted, and takes a lone comma for the point', () => {
  expect(['$1,250.50', ' 1 000 ', '10,5'].map((text) => cleanAmount('en', text))).toEqual([
    '1250.50',
    '1000',
    '10.5',
  ])
})

test('three digits behind the sign for thousands of the language are thousands', () => {
  const cleaned = (language: 'vi' | 'ru', texts: string[]) => texts.map((text) => cleanAmount(language, text))
  expect(cleaned('vi', ['1.000', '1.250,50', '10,5', '10.5', '1.25'])).toEqual([
    '1000',
    '1250.50',
    '10.5',
    '10.5',
    '1.25',
  ])
  expect(cleaned('ru', ['1\u00a0000', '1 250,50', '10,5'])).toEqual(['1000', '1250.50', '10.5'])
})

test('what is typed sign by sign is never a thousand times as much', () => {
  const typed = (language: 'en' | 'vi', text: string, from = '') => {
    let box = from
    for (const sign of text) box = cleanAmount(language, box + sign, box) ?? box
    return box
  }
  expect([typed('vi', '5', '2.31'), typed('en', '1,500'), typed('vi', '1.500')]).toEqual([
    '2.315',
    '1.500',
    '1.500',
  ])
  expect(cleanAmount('vi', '1.500', '')).toBe('1500')
})

test('reads half typed amounts, and none where there is none', () => {
  expect(['5.', '.5', '0012'].map(readAmount)).toEqual([usd('5'), usd('0.5'), usd('12')])
  expect(['', '.', '99999999999999'].map(readAmount)).toEqual([undefined, undefined, undefined])
})

test('suggests what is missing up to the next cent, and never less than can be paid', () => {
  const suggest = (text: string | null) => toSuggestedAmount(text, limits.deposit_min)
  expect(['2.31', '2.3057', '0.12', '100'].map(suggest)).toEqual(['2.31', '2.31', '1', '100'])
  expect([null, '', '0', 'abc', '-3'].map(suggest)).toEqual(['', '', '', '', ''])
})

test('says why an amount cannot be paid', () => {
  const refusal = (text: string) => findAmountRefusal(text, limits)
  expect(['', '.', '0.00'].map(refusal)).toEqual(Array(3).fill('amountRequired'))
  expect(['10.555', '1.123456789'].map(refusal)).toEqual(Array(2).fill('amountDecimals'))
  expect(['0.99', '0.01'].map(refusal)).toEqual(Array(2).fill('amountMin'))
  expect(['10000.01', '99999999999999'].map(refusal)).toEqual(Array(2).fill('amountMax'))
  expect(['1', '10.50', '10.500', '10000', '10000.'].map(refusal)).toEqual(Array(5).fill(undefined))
})

test('gives 5 % from $100 and 10 % from $500, whatever the order of the steps', () => {
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

test('the next bonus is the lowest above the amount that one payment can reach, in whatever order they are told', () => {
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
