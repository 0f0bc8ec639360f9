import { expect, test } from 'vitest'
import { scaleOf, segmentsOf, spreadOf } from './chart-scale.ts'

test.each([
  ['nothing but zeros', [0, 0], [0]],
  ['small amounts', [0.7, 0.2], [0, 0.4, 0.8]],
  ['one value', [12], [0, 6, 12]],
  ['gains', [17, 3], [0, 10, 20]],
  ['large gains', [4_100, 12], [0, 2_500, 5_000]],
  ['losses alone', [-17, -3], [-20, -10, 0]],
  ['gains and losses', [100, -30], [-50, 0, 50, 100]],
  ['no values', [], [0]],
])('the axis has few rounded ticks with zero among them: %s', (_name, sizes, ticks) => {
  expect(scaleOf(sizes).ticks.map((one) => one + 0)).toEqual(ticks)
})

test('counts have whole ticks', () => {
  expect(scaleOf([3], { isWhole: true }).ticks).toEqual([0, 2, 4])
  expect(scaleOf([1], { isWhole: true }).ticks).toEqual([0, 1])
})

test('twice as much is twice as far from zero, and everything lies within the axis', () => {
  const { fromTop } = scaleOf([50, 97, -12])
  expect(fromTop(0) - fromTop(80)).toBeCloseTo(2 * (fromTop(0) - fromTop(40)), 10)
  for (const size of [50, 97, -12]) {
    expect(fromTop(size)).toBeGreaterThanOrEqual(0)
    expect(fromTop(size)).toBeLessThanOrEqual(1)
  }
})

test('an axis of any size ends: its steps are never too small', () => {
  for (let power = -6; power < 16; power++)
    for (const size of [1.0000001, 3.3333, 9.9999999])
      expect(scaleOf([size * 10 ** power, -(10 ** power)]).ticks.length).toBeLessThanOrEqual(4)
})

test('places are spread evenly up to the last', () => {
  expect(spreadOf(30, 5)).toEqual([0, 7, 15, 22, 29])
  expect(spreadOf(7, 5)).toEqual([0, 2, 4, 6])
  expect(spreadOf(8, 5)).toEqual([1, 3, 5, 7])
  expect(spreadOf(3, 5)).toEqual([0, 1, 2])
  expect(spreadOf(1, 5)).toEqual([0])
})

test('a line that falls below zero is a loss from the crossing on', () => {
  const pieces = segmentsOf({ x: 0, size: 30 }, { x: 1, size: -10 })
  expect(pieces.map(({ isLoss, to }) => [isLoss, to.x])).toEqual([
    [false, 0.75],
    [true, 1],
  ])
  expect(segmentsOf({ x: 0, size: 5 }, { x: 1, size: 0 })).toHaveLength(1)
})
