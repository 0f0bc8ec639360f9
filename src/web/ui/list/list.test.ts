import { beforeEach, expect, test, vi } from 'vitest'
import { commonText } from '#web/platform/texts.en.ts'
import {
  byCursor,
  filePath,
  inPages,
  inPagesOfSearch,
  inBoundedPages,
  isFiltered,
  isFromTop,
  loadList,
  makeList,
  rereadsList,
} from './list.ts'
import { idIn, oneIn, searchIn } from './read-address.ts'

const asked = vi.fn<(query: object) => void>()
const list = makeList({
  text: commonText,
  words: (t) => ({ table: t('older'), noneFound: '', failed: '' }),
  read: (params) => ({
    search: searchIn(params),
    user_id: idIn(params, 'user'),
    state: oneIn(params, 'state', ['on', 'off']),
    since: params.has('since') ? new Date(Number(params.get('since'))) : undefined,
  }),
  paging: inBoundedPages({ sizes: [5, 10], initial: 10, isOfStaff: true }),
  ask: (query) => ({
    queryKey: [],
    queryFn: async () => (asked(query), { things: [1, 2], pagination: { totalItems: 2, totalPages: 1 } }),
  }),
  rowsOf: ({ things }) => things,
  rowKey: (thing) => thing,
})

// A cache exists only in browsers.
beforeEach(() => vi.stubGlobal('window', new EventTarget()))

test('valid parameters of a URL are requested, with their page', async () => {
  await loadList(
    list,
    new Request('http://panel.test/things?search=+cat+&user=7&state=off&limit=5&before=90'),
  )
  expect(asked).toHaveBeenLastCalledWith({
    search: 'cat',
    user_id: 7,
    state: 'off',
    since: undefined,
    limit: 5,
    page: 1,
    before: 90,
  })
  await loadList(
    list,
    new Request('http://panel.test/things?search=++&user=1e3&state=maybe&limit=7&before=-1'),
  )
  expect(asked).toHaveBeenLastCalledWith({
    search: undefined,
    user_id: undefined,
    state: undefined,
    since: undefined,
    limit: 10,
    page: 1,
    before: undefined,
  })
})

test('a page has as many rows as the URL says, if that is an offered size', () => {
  const { read } = inPages({ sizes: [10, 100], initial: 10 })
  expect(read(new URLSearchParams('limit=100&page=3'))).toEqual({ limit: 100, page: 3 })
  expect(read(new URLSearchParams('limit=7&page=-1'))).toEqual({ limit: 10, page: 1 })
})

test('after the last page of a search Older continues with unread rows; a completely read list only has pages', () => {
  const { read, pagesOf } = inPagesOfSearch({ sizes: [10], initial: 10 })
  expect(read(new URLSearchParams('page=2&cursor=17-4'))).toEqual({ limit: 10, page: 2, cursor: '17-4' })
  const pagination = { totalItems: 12, totalPages: 2 }
  expect(pagesOf({ pagination, searched: 400, next_cursor: '17' })).toEqual({ pagination, nextCursor: '17' })
  expect(pagesOf({ pagination, next_cursor: '17' })).toEqual({ pagination, nextCursor: null })
})

test('an invalid cursor is left out', () => {
  const { read } = byCursor(25)
  expect(read(new URLSearchParams('cursor=17'))).toEqual({ limit: 25, cursor: '17' })
  expect(read(new URLSearchParams("cursor=17'"))).toEqual({ limit: 25, cursor: undefined })
})

test('the exported file has the filters of the list, not its page', () => {
  expect(filePath(list, '/api/things/export', '?state=on&page=3&limit=5&before=4&open=add')).toBe(
    '/api/things/export?state=on',
  )
  expect(filePath(list, '/api/things/export', '?since=0')).toBe(
    '/api/things/export?since=1970-01-01T00%3A00%3A00.000Z',
  )
  expect(filePath(list, '/api/things/export', '')).toBe('/api/things/export')
})

test('a page number or a dialog is no filter', () => {
  expect(isFiltered(list, '?page=2&limit=5&open=add')).toBe(false)
  expect(isFiltered(list, '?user=7')).toBe(true)
})

test('a list counts as empty only on its first page', () => {
  expect(isFromTop(list, '?page=2&state=on')).toBe(true)
  expect(isFromTop(list, '?before=90')).toBe(false)
})

test('opening something over a list does not read it again, and another page of it does', () => {
  const step = (from: string, to: string) =>
    rereadsList(list, {
      currentUrl: new URL(`http://panel.test/things${from}`),
      nextUrl: new URL(`http://panel.test/things${to}`),
      currentParams: {},
      nextParams: {},
      defaultShouldRevalidate: true,
    })
  expect(step('?state=on', '?state=on&open=add')).toBe(false)
  expect(step('?state=on', '?state=on&page=2')).toBe(true)
  // After an action.
  expect(step('?state=on', '?state=on')).toBe(true)
})
