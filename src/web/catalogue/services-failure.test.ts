import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { servicesFailureOf } from './services-failure.ts'

test.each([
  [{ status: 200, code: 'invalid_answer', answer: undefined }, 'noData'],
  [{ status: 200, code: 'invalid_answer', answer: null }, 'noData'],
  [{ status: 200, code: 'invalid_answer', answer: {} }, 'invalidData'],
  [{ status: 401, code: 'authentication_required' }, 'authenticationRequired'],
  [{ status: 404, code: 'not_found' }, 'notFound'],
  [{ status: 0, code: 'unreachable' }, 'networkError'],
  [{ status: 500, code: 'internal_error' }, 'loadFailed'],
] as const)('a list of services that fails with %j says %s', (facts, sentence) => {
  expect(servicesFailureOf(new ApiError(facts))).toBe(sentence)
})
