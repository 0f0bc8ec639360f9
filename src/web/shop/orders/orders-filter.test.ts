import { expect, test } from 'vitest'

import { filterIn, moreStatuses, pagingIn, statusesIn, withStatus } from './orders-filter.ts'

test('the address names several statuses in any case, and what is none of them is left out', () => {
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

test('behind More are the four without a button, and each is added and taken away by itself', () => {
  expect(moreStatuses).toEqual(['PARTIAL', 'REFILL', 'REFUNDED', 'FAILED'])
  expect(withStatus('completed', 'FAILED', true)).toBe('completed,failed')
  expect(withStatus('completed,failed', 'COMPLETED', false)).toBe('failed')
  expect(withStatus('failed', 'FAILED', false)).toBe('')
})

test('a page has as many rows as the address says, where that is a size there is', () => {
  expect(pagingIn(new URLSearchParams('limit=100&page=3'))).toEqual({ limit: 100, page: 3 })
  expect(pagingIn(new URLSearchParams('limit=7&page=-1'))).toEqual({ limit: 10, page: 1 })
})
