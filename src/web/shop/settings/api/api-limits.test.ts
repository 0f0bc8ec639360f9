import { expect, test } from 'vitest'
import { toAddressLines, toShownAddress } from './api-limits.ts'

test('addresses are read from lines however they were pasted, and shown in their usual form', () => {
  expect(toAddressLines(' 192.0.2.7 \r\n\n10.0.0.0/8, 2001:db8::1;')).toEqual([
    '192.0.2.7',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
  expect(toAddressLines(' \n ')).toEqual([])
  const networks = ['192.0.2.7/32', '2001:db8::1/128', '10.0.0.0/8', '2001:db8::/32']
  expect(networks.map(toShownAddress)).toEqual(['192.0.2.7', '2001:db8::1', '10.0.0.0/8', '2001:db8::/32'])
})
