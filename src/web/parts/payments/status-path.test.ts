import { expect, test } from 'vitest'
import { statusPath } from './status-path.ts'

test('a payment that staff confirm has a page of its own', () => {
  expect(statusPath('a', 'manual-bank')).toBe('/add-funds/manual?order_id=a')
  expect(statusPath('a', 'cryptomus')).toBe('/add-funds/success?order_id=a')
})
