import { expect, test } from 'vitest'
import { findStrengths } from './find-strengths.ts'

const none = { long: false, uppercase: false, digit: false, special: false }

test.each([
  ['', {}],
  ['seven77', { digit: true }],
  ['eight888', { digit: true, long: true }],
  ['Mật khẩu', { long: true, uppercase: true, special: true }],
  ['пароль', {}],
  ['Пароль-1', { long: true, uppercase: true, digit: true, special: true }],
])('%j meets %j', (password, has) => {
  expect(findStrengths(password)).toEqual({ ...none, ...has })
})
