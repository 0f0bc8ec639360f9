import { expect, test } from 'vitest'
import { stepNumber } from './step-number.ts'

test.for([
  ['100', 1, '101'],
  ['1,000', -1, '999'],
  ['', 1, '2'],
  ['abc', 0, '1'],
  ['5', -9, '1'],
  ['9999', 10, '10000'],
] as const)('%s by %i steps is %s, within its bounds', ([text, steps, next]) => {
  expect(stepNumber(text, { step: '1', steps, min: '1', max: '10000' })).toBe(next)
})

test('money is stepped exactly, to its last decimal', () => {
  expect(stepNumber('0.1', { step: '0.2', steps: 1 })).toBe('0.3')
  expect(stepNumber('0.00000001', { step: '1', steps: 3 })).toBe('3.00000001')
  expect(stepNumber('9007199254740993', { step: '1', steps: 1 })).toBe('9007199254740994')
  expect(stepNumber('1', { step: '0.5', steps: -3 })).toBe('-0.5')
  expect(stepNumber('-0.5', { step: '0.25', steps: -1 })).toBe('-0.75')
})
