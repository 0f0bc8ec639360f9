import { expect, test } from 'vitest'
import { returnPathOf } from './payment-return.ts'

const pathOf = (path: string) => returnPathOf(new URLSearchParams({ return: path }))

test('returns to a path of this site, with its query', () => {
  expect(pathOf('/new-order?service=5&quantity=1000#total')).toBe('/new-order?service=5&quantity=1000#total')
})

test('never leads to another site', () => {
  const others = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'new-order',
    '',
  ]
  expect(others.map(pathOf)).toEqual(others.map(() => undefined))
})
