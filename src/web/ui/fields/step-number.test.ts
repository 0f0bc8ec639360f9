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
  expect(
    stepNumber(text, { language: 'en', kind: 'quantity', step: '1', steps, min: '1', max: '10000' }),
  ).toBe(next)
})

test('money is stepped exactly, to its last decimal', () => {
  const money = { language: 'en', kind: 'money' } as const
  expect(stepNumber('0.1', { ...money, step: '0.2', steps: 1 })).toBe('0.3')
  expect(stepNumber('0.00000001', { ...money, step: '1', steps: 3 })).toBe('3.00000001')
  expect(stepNumber('9007199254740993', { ...money, step: '1', steps: 1 })).toBe('9007199254740994')
  expect(stepNumber('1', { ...money, step: '0.5', steps: -3 })).toBe('-0.5')
  expect(stepNumber('-0.5', { language: 'en', kind: 'percent', step: '0.25', steps: -1 })).toBe('-0.75')
})

test.for([
  ['vi', 'whole', '1', '1.000', '1001'],
  ['vi', 'whole', '1', '1.000.000', '1000001'],
  ['vi', 'money', '1', '1.000,5', '1001,5'],
  ['ru', 'whole', '1', '1 000', '1001'],
  ['ru', 'whole', '1', '1\u00a0000', '1001'],
  ['en', 'whole', '1', '1,000', '1001'],
  ['en', 'quantity', '1', '1k', '1001'],
  ['en', 'money', '0.01', '1,000', '1000.01'],
  ['vi', 'money', '0.01', '1.000', '1000,01'],
  // A rate with three decimals is not read as thousands, and is written so that it can be read again.
  ['vi', 'rate', '0.0001', '1.125', '1,1251'],
  ['vi', 'rate', '0.001', '1.125', '1,1260'],
  ['vi', 'percent', '0.5', '1,5', '2'],
  ['ru', 'percent', '0.5', '1,5', '2'],
  ['ru', 'money', '0.01', '12.5', '12,51'],
  ['en', 'money', '0.5', '1,000.5', '1001'],
  // A text with two readings is not guessed.
  ['en', 'rate', '0.0001', '1,250', '1,250'],
  ['vi', 'money', '0.01', '1,000', '1,000'],
] as const)('%s, %s by %s: %s is followed by %s', ([language, kind, step, text, next]) => {
  expect(stepNumber(text, { language, kind, step, steps: 1 })).toBe(next)
})
