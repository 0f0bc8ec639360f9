import { expect, test } from 'vitest'
import { stepFrom, withParam } from './url-place.ts'

const shown = { key: 'a', pathname: '/orders', search: '?page=3' }
const filter = { change: (place: Place) => withParam(place, 'status', 'pending'), isReplacing: false }
const typing = { change: (place: Place) => withParam(place, 'search', 'cat'), isReplacing: true }
type Place = { pathname: string; search: string }

test('a search typed while a filter is loading keeps the filter, and Back restores both', () => {
  const first = stepFrom(undefined, shown, filter)
  expect(first).toMatchObject({ search: '?status=pending', isReplacing: false })
  const second = stepFrom(first, shown, typing)
  expect(second).toMatchObject({ search: '?status=pending&search=cat', isReplacing: false })
})

test('a filter selected while a search is loading keeps the search', () => {
  const second = stepFrom(stepFrom(undefined, shown, typing), shown, filter)
  expect(second).toMatchObject({ search: '?search=cat&status=pending', isReplacing: false })
})

test('a search alone adds nothing to the history', () => {
  const once = stepFrom(undefined, shown, typing)
  expect(once.isReplacing).toBe(true)
  expect(stepFrom(once, shown, typing).isReplacing).toBe(true)
})

test('a navigation that has arrived, or was left with Back, no longer counts', () => {
  const first = stepFrom(undefined, shown, filter)
  const elsewhere = { key: 'b', pathname: '/orders', search: '' }
  expect(stepFrom(first, elsewhere, typing)).toMatchObject({ search: '?search=cat', isReplacing: true })
})

test('a pending change of path is kept as well', () => {
  const change = (place: Place) => ({ ...place, pathname: '/services/tiktok' })
  const first = stepFrom(undefined, { ...shown, pathname: '/services' }, { change, isReplacing: false })
  expect(stepFrom(first, { ...shown, pathname: '/services' }, typing).pathname).toBe('/services/tiktok')
})

test('another filter begins at the first page, however pages are counted', () => {
  const change = (search: string) => withParam({ pathname: '/orders', search }, 'status', 'pending').search
  expect(change('?page=3')).toBe('?status=pending')
  expect(change('?cursor=700&search=cat')).toBe('?search=cat&status=pending')
})

test('removing the last filter leaves a bare path', () => {
  expect(withParam({ pathname: '/orders', search: '?status=pending&page=2' }, 'status', '')).toEqual({
    pathname: '/orders',
    search: '',
  })
})
