import { expect, test } from 'vitest'

import { isCertain } from './run-second-shop.ts'

test('an order is sent again only long after its newest attempt, not after it was placed', () => {
  const now = Date.parse('2026-01-01T00:10:00Z')
  const begun = (...times: string[]) => ({
    created_at: '2026-01-01T00:00:00Z',
    dispatch: { attempts: times.map((time) => ({ started_at: `2026-01-01T${time}Z` })) },
  })
  expect(isCertain(begun('00:00:01'), now)).toBe(true)
  expect(isCertain(begun('00:00:01', '00:09:00'), now)).toBe(false)
  expect(isCertain(begun('00:09:00', '00:00:01'), now)).toBe(false)
  // A response without the order.
  expect(isCertain({}, now)).toBe(false)
})
