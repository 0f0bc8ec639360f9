import { expect, test } from 'vitest'
import { fivePages, pagesAround } from './pages-around.ts'

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [1, 12, [1, 2, 3, 4, undefined, 12]],
  [6, 12, [1, undefined, 5, 6, 7, undefined, 12]],
  [12, 12, [1, undefined, 9, 10, 11, 12]],
])('page %i of %i shows first, last, neighbours and ellipses', (page, totalPages, shown) => {
  expect(pagesAround(page, totalPages)).toEqual(shown)
})

test.each([
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [1, 12, [1, 2, 3, 4, 5]],
  [6, 12, [4, 5, 6, 7, 8]],
  [12, 12, [8, 9, 10, 11, 12]],
])('staff on page %i of %i see five numbers at most', (page, totalPages, shown) => {
  expect(fivePages(page, totalPages)).toEqual(shown)
})
