import { expect, test } from 'vitest'
import { lineOf, scaleOf } from './chart-shape.ts'

const toPoints = (...sizes: number[]) =>
  sizes.map((size, index) => ({ label: String(index), size, text: String(size) }))

test('zero is always on the drawing, and twice as much is twice as far from it', () => {
  const { yOf, zero } = scaleOf(toPoints(50, 100))
  expect(zero - yOf(100)).toBe(2 * (zero - yOf(50)))
  expect(scaleOf(toPoints(-10, 30)).zero).toBe(300)
})

test('nothing but zeros, one value and none are drawn too', () => {
  expect(scaleOf(toPoints(0, 0)).zero).toBe(400)
  expect(lineOf(toPoints(5))).toBe('M0,0L1000,0')
  expect(scaleOf([]).step).toBe(1000)
})

test('a line ends at the right, at the height of its last value', () => {
  expect(lineOf(toPoints(0, 100, 50))).toBe('M0,400L500,0L1000,200')
})
