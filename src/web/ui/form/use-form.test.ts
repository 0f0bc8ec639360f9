import { expect, test } from 'vitest'
import { findHomeless } from './form-boxes.ts'

test('the sentence of a refused field that the form does not have is shown all the same', () => {
  const errors = { email: 'Taken', token: 'This link was used' }
  expect(findHomeless(errors, ['email', 'password'])).toBe('This link was used')
  expect(findHomeless(errors, ['email', 'token'])).toBeUndefined()
})
