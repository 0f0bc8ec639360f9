import { expect, test } from 'vitest'

import { filterIn, moreStatuses, statusesIn, withStatus } from './orders-filter.ts'

test('the address names several statuses in any case, and leaves out unknown ones', () => {
  expect(statusesIn('Failed, partial,nonsense,,PARTIAL')).toEqual(['PARTIAL', 'FAILED'])
  expect(filterIn(new URLSearchParams('status=nonsense&search=+'))).toEqual({
    status: undefined,
    key: undefined,
    search: undefined,
  })
  const key = '00000000-0000-4000-8000-000000000001'
  expect(filterIn(new URLSearchParams(`key=${key}`)).key).toBe(key)
  expect(filterIn(new URLSearchParams('key=nonsense')).key).toBeUndefined()
  expect(filterIn(new URLSearchParams(`search=${'x'.repeat(500)}`)).search).toHaveLength(100)
})

test('More has the four statuses without a button, and each can be added and removed separately', () => {
  expect(moreStatuses).toEqual(['PARTIAL', 'REFILL', 'REFUNDED', 'FAILED'])
  expect(withStatus('completed', 'FAILED', true)).toBe('completed,failed')
  expect(withStatus('completed,failed', 'COMPLETED', false)).toBe('failed')
  expect(withStatus('failed', 'FAILED', false)).toBe('')
})
