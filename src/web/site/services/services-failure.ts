import { ApiError } from '#web/platform/api/api-error.ts'
import type { catalogueText } from '#web/parts/catalogue/texts.en.ts'

export type ServicesFailure = keyof typeof catalogueText &
  ('invalidData' | 'noData' | 'authenticationRequired' | 'notFound' | 'networkError' | 'loadFailed')

/** The message of the spec (§8, "Services list") for a failure. */
export function servicesFailureOf(error: unknown): ServicesFailure {
  if (!(error instanceof ApiError)) return 'loadFailed'
  if (error.code === 'invalid_answer') return error.answer == null ? 'noData' : 'invalidData'
  if (error.status === 401 || error.status === 403) return 'authenticationRequired'
  if (error.status === 404) return 'notFound'
  return error.status === 0 ? 'networkError' : 'loadFailed'
}
