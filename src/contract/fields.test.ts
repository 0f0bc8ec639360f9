import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { email } from './fields.ts'

test.each([
  ['a@b.co', true],
  [' First.Last+tag@Sub.Example.museum ', true],
  ['ü@exämple.de', true],
  [`${'a'.repeat(246)}@b-c.de`, true],
  [`${'a'.repeat(248)}@b-c.de`, false],
  ['a@b', false],
  ['a@b.c', false],
  ['a@.b.co', false],
  ['a@b..co', false],
  ['a@b.co.', false],
  ['@b.co', false],
  ['a@', false],
  ['a b@c.de', false],
  ['a@b@c.de', false],
  ['a@b.de\u0007', false],
  ['<a@b.de>', false],
])('is %j an email: %s', (text, isOne) => {
  expect(z.safeDecode(email, text).success).toBe(isOne)
})
