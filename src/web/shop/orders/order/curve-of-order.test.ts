import { expect, test } from 'vitest'
import { bandOf, curveOfOrder, placeOf } from './curve-of-order.ts'

const placed = new Date('2026-01-01T00:00:00Z')
const after = (seconds: number) => new Date(placed.getTime() + seconds * 1000)
const expected = {
  orders: 57,
  from_seconds: 100,
  until_seconds: 1000,
  begins_from_seconds: 10,
  begins_until_seconds: 50,
}
const order = {
  quantity: 1000,
  remains: 600,
  status: 'PROCESSING',
  samples: [
    { at: after(20), delivered: 0 },
    { at: after(60), delivered: 300 },
  ],
  created_at: placed,
  updated_at: after(80),
  expected,
} as const

test('the curve runs from placing to the latest known figure, over the expected time', () => {
  const curve = curveOfOrder({ ...order, samples: [...order.samples] })
  expect(curve).toEqual({
    points: [
      { seconds: 0, delivered: 0 },
      { seconds: 20, delivered: 0 },
      { seconds: 60, delivered: 300 },
      { seconds: 80, delivered: 400 },
    ],
    seconds: 1000,
  })
  expect(placeOf({ seconds: 60, delivered: 300 }, { points: [], seconds: 1000 }, 1000)).toEqual({
    across: 0.06,
    up: 0.3,
  })
  expect(bandOf(expected, { points: [], seconds: 1000 }).map(({ across }) => across)).toEqual([
    0.01, 0.1, 1, 0.05,
  ])
})

test('changes after the end of an order are no delivery, and the expectation is cut', () => {
  const samples = [{ at: after(60), delivered: 1000 }]
  const over = { ...order, samples, status: 'REFILL', remains: 0, updated_at: after(90_000) } as const
  expect(curveOfOrder(over)).toEqual({
    points: [
      { seconds: 0, delivered: 0 },
      { seconds: 60, delivered: 1000 },
    ],
    seconds: 180,
  })
})

test('there is no curve without data', () => {
  expect(curveOfOrder({ ...order, samples: [], remains: null, status: 'PENDING' })).toBeUndefined()
  expect(curveOfOrder({ ...order, samples: [], status: 'COMPLETED', expected: null })).toBeUndefined()
})
