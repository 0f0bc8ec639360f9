import { expect, test } from 'vitest'
import { ApiError } from '#web/platform/api/api-error.ts'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { sayIn } from '#web/platform/i18n/text.ts'
import { servicesFailureOf } from './services-failure.ts'

const login = 'Authentication required. Please log in again.'
const moved = 'Services not found. The resource might have been moved or deleted.'
const unreachable = 'Network error. Please check your connection and try again.'
const failed = 'Unable to load services. Please try again later.'

test.each([
  [{ status: 200, code: 'invalid_answer', answer: undefined }, 'No data received from server'],
  [{ status: 200, code: 'invalid_answer', answer: null }, 'No data received from server'],
  [{ status: 200, code: 'invalid_answer', answer: {} }, 'Received invalid data format from server'],
  [{ status: 401, code: 'authentication_required' }, login],
  [{ status: 403, code: 'insufficient_permissions' }, login],
  [{ status: 404, code: 'not_found' }, moved],
  [{ status: 0, code: 'unreachable' }, unreachable],
  [{ status: 500, code: 'internal_error' }, failed],
] as const)('a list of services that fails with %j says: %s', (facts, sentence) => {
  expect(sayIn('en', catalogueText, servicesFailureOf(new ApiError(facts)))).toBe(sentence)
})

test("a failure without a response is reported as a list that can't be loaded", () => {
  expect(sayIn('en', catalogueText, servicesFailureOf(new TypeError('odd')))).toBe(failed)
})
