import { expect, test } from 'vitest'
import { ApiError } from '#web/platform/api/api-error.ts'
import { oddAnswerOf } from './odd-answer.ts'

const user = { id: 1, email: 'a@example.com' }

test.each([
  [undefined, 'invalidAnswer'],
  ['OK', 'invalidAnswer'],
  [{ user }, 'noToken'],
  [{ token: '', user }, 'noToken'],
  [{ token: 'a.b.c' }, 'invalidUser'],
  [{ token: 'a.b.c', user: { id: 1 } }, 'invalidUser'],
  [{ token: 'a.b.c', user }, 'invalidAnswer'],
])('a login answered with %j shows %s', (answer, sentence) => {
  expect(oddAnswerOf(new ApiError({ status: 200, code: 'invalid_answer', answer }))).toBe(sentence)
})

test('a refusal keeps its own sentence', () => {
  expect(oddAnswerOf(new ApiError({ status: 401, code: 'invalid_credentials' }))).toBeUndefined()
})
