import { expect, test } from 'vitest'
import { findHomeless } from './form-boxes.ts'

test("the error of a field that the form doesn't have is shown anyway", () => {
  const errors = { email: 'Taken', token: 'This link was used' }
  expect(findHomeless(errors, ['email', 'password'])).toBe('This link was used')
  expect(findHomeless(errors, ['email', 'token'])).toBeUndefined()
})
