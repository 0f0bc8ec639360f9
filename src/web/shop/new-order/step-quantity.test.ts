import { expect, test } from 'vitest'
import { stepQuantity } from './step-quantity.ts'

test('steps by the minimum and stays within the bounds', () => {
  const bounds = { min: 50, max: 120 }
  expect(stepQuantity(50, { ...bounds, steps: 1 })).toBe(100)
  expect(stepQuantity(100, { ...bounds, steps: 1 })).toBe(120)
  expect(stepQuantity(60, { ...bounds, steps: -10 })).toBe(50)
  expect(stepQuantity(undefined, { min: 0, max: 9, steps: 0 })).toBe(1)
})
