import { expect, test, vi } from 'vitest'
import { formatIn, toNativeDate } from './format.ts'
import { languages } from './languages.ts'

test('amounts are exact to their last decimal, cut and never rounded', () => {
  const { money } = formatIn('en')
  expect(money(123_450_000_000n)).toBe('$1,234.50')
  expect(money(42n)).toBe('$0.00000042')
  expect(money(-199_900_000n, 2)).toBe('−$1.99')
  expect(money(-1n, 2)).toBe('$0.00')
})

test('a preset amount has no cents when it is whole', () => {
  const { moneyBrief } = formatIn('en')
  expect([moneyBrief(10_000_000_000n), moneyBrief(231_000_000n), moneyBrief(100_000_001n)]).toEqual([
    '$100',
    '$2.31',
    '$1.00000001',
  ])
})

test('numbers, amounts and dates are formatted for the language', () => {
  const moment = new Date('2026-03-09T12:00:00Z')
  const shown = (language: 'en' | 'vi' | 'ru') => {
    const { money, moneyBrief, number, date, counted } = formatIn(language)
    const forms = { one: 'a', few: 'b', many: 'c', other: 'd' }
    return [
      number(12_345),
      money(123_450_000_000n),
      moneyBrief(10_000_000_000n),
      date(moment),
      counted(3, forms),
    ]
  }
  expect(shown('en')).toEqual(['12,345', '$1,234.50', '$100', 'Mar 9, 2026', '3 d'])
  expect(shown('vi')).toEqual(['12.345', '1.234,50\u00a0$', '100\u00a0$', '09/03/2026', '3 d'])
  expect(shown('ru')).toEqual([
    '12\u00a0345',
    '1\u00a0234,50\u00a0$',
    '100\u00a0$',
    '9 мар. 2026\u00a0г.',
    '3 b',
  ])
})

test('a Vietnamese date is in figures, with its time, and without its year', () => {
  const moment = new Date(2026, 10, 8, 9, 5)
  expect(formatIn('vi').dateTime(moment)).toBe('09:05 08/11/2026')
  expect(toNativeDate(moment.toLocaleDateString('vi', { day: 'numeric', month: 'short' }))).toBe('08/11')
})

test.each(languages)('figures and amounts in %s are written as Intl writes them', (language) => {
  const { number, money } = formatIn(language)
  const figures = [0, 7, -12, 999, 1_000, -12_345, 1_234_567, 9_007_199_254_740_991, 0.5, 1_234.25]
  expect(figures.map(number)).toEqual(figures.map((one) => new Intl.NumberFormat(language).format(one)))
  const dollars = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  const amounts = [0, 0.07, 12.5, 999.99, 1_000, 9_999_999.99]
  const units = amounts.map((one) => BigInt(Math.round(one * 100)) * 1_000_000n)
  expect(units.map((one) => money(one))).toEqual(amounts.map((one) => dollars.format(one)))
})

test('a page that shows amounts, figures and plurals makes no formatter of Intl for numbers or times', async () => {
  vi.resetModules()
  const numbers = vi.spyOn(Intl, 'NumberFormat')
  const times = vi.spyOn(Intl, 'RelativeTimeFormat')
  const texts = vi.spyOn(Number.prototype, 'toLocaleString')
  const { formatIn: fresh } = await import('./format.ts')
  const { money, moneyBrief, number, counted } = fresh('ru')
  money(1n)
  moneyBrief(1n)
  number(1_000)
  counted(2, { other: '' })
  expect([numbers, times, texts].map(({ mock }) => mock.calls)).toEqual([[], [], []])
})

test('relative times are lower case, for use after a dot or inside a sentence', () => {
  const said = (['en', 'vi', 'ru'] as const).map((language) => formatIn(language).ago(-2, 'day'))
  expect(said).toEqual(['2 days ago', 'hôm kia', 'позавчера'])
})
