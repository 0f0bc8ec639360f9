import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { cleanAmount, readAmount } from '#web/payments/deposit-amount.ts'
import { toAddressLines, toShownAddress, toTypedAmount } from './api-limits.ts'

test('addresses are read from lines however they were pasted, and shown as they are spoken of', () => {
  expect(toAddressLines(' 192.0.2.7 \r\n\n10.0.0.0/8, 2001:db8::1;')).toEqual([
    '192.0.2.7',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
  expect(toAddressLines(' \n ')).toEqual([])
  const networks = ['192.0.2.7/32', '2001:db8::1/128', '10.0.0.0/8', '2001:db8::/32']
  expect(networks.map(toShownAddress)).toEqual(['192.0.2.7', '2001:db8::1', '10.0.0.0/8', '2001:db8::/32'])
})

const amounts = [1_000_000_000n, 100_000_000_000n, 1_250_000_000n, 12_500_000n, 100_012_500_000n, 1n]

test.each(languages)('in %s an amount is read as it was shown', (language) => {
  const shown = amounts.map((amount) => toTypedAmount(language, amount))
  const decimal = language === 'en' ? '.' : ','
  expect(shown.slice(0, 4)).toEqual(['10', '1000', `12${decimal}5`, `0${decimal}125`])
  expect(shown.map((text) => readAmount(cleanAmount(language, text) ?? ''))).toEqual(amounts)
})
