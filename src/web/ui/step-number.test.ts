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
  expect(stepNumber(text, { language: 'en', step: '1', steps, min: '1', max: '10000' })).toBe(next)
})

test('money is stepped exactly, to its last decimal', () => {
  expect(stepNumber('0.1', { language: 'en', step: '0.2', steps: 1 })).toBe('0.3')
  expect(stepNumber('0.00000001', { language: 'en', step: '1', steps: 3 })).toBe('3.00000001')
  expect(stepNumber('9007199254740993', { language: 'en', step: '1', steps: 1 })).toBe('9007199254740994')
  expect(stepNumber('1', { language: 'en', step: '0.5', steps: -3 })).toBe('-0.5')
  expect(stepNumber('-0.5', { language: 'en', step: '0.25', steps: -1 })).toBe('-0.75')
})

test.for([
  ['vi', '1', '1.000', '1001'],
  ['vi', '1', '1.000.000', '1000001'],
  ['vi', '1', '1.000,5', '1001.5'],
  ['ru', '1', '1 000', '1001'],
  ['ru', '1', '1\u00a0000', '1001'],
  ['en', '1', '1,000', '1001'],
  // A rate of three decimals is not a thousand of them.
  ['vi', '0.001', '1.125', '1.126'],
  ['vi', '0.5', '1,5', '2'],
  ['ru', '0.5', '1,5', '2'],
  ['ru', '0.01', '12.5', '12.51'],
  ['en', '0.5', '1,000.5', '1001'],
] as const)('%s, by %s: %s is followed by %s', ([language, step, text, next]) => {
  expect(stepNumber(text, { language, step, steps: 1 })).toBe(next)
})
