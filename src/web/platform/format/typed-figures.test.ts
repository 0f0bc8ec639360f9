import { expect, test } from 'vitest'
import { languages } from '#contract/base/languages.ts'
import { readMoney } from '#contract/base/read-number.ts'
import { toTypedAmount, toWireAmount, toWireList, toWireNumber } from './typed-figures.ts'

test('figures are read as their reader types them, and other texts are sent unchanged', () => {
  expect([toWireAmount('en', '1,000.50'), toWireAmount('vi', '1.000'), toWireAmount('ru', '12,5')]).toEqual([
    1000.5, 1000, 12.5,
  ])
  expect([toWireAmount('en', '1,000'), toWireAmount('vi', '1,000'), toWireAmount('en', 'much')]).toEqual([
    1000,
    '1,000',
    'much',
  ])
  expect([
    toWireNumber('en', ''),
    toWireNumber('ru', '2,5', 'percent'),
    toWireNumber('en', '1,250', 'percent'),
  ]).toEqual(['', 2.5, '1,250'])
})

test('whole numbers in a list are separated by spaces or commas, and never guessed', () => {
  expect(toWireList('en', '10, 25; 50 100,')).toEqual([10, 25, 50, 100])
  expect(toWireList('en', '10,25,50')).toEqual([10, 25, 50])
  expect(toWireList('vi', '10, 2.500')).toEqual([10, 2500])
  expect(toWireList('en', '10, 2,500')).toEqual([10, '2,500'])
})

const amounts = [1_000_000_000n, 100_000_000_000n, 1_250_000_000n, 12_500_000n, 100_012_500_000n, 1n]

test.each(languages)('in %s an amount is read as it was shown', (language) => {
  const shown = amounts.map((amount) => toTypedAmount(language, amount))
  const decimal = language === 'en' ? '.' : ','
  expect(shown.slice(0, 4)).toEqual(['10', '1000', `12${decimal}5`, `0${decimal}125`])
  expect(shown.map((text) => readMoney(text, language))).toEqual(amounts)
})
