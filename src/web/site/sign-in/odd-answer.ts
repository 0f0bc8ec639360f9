import type { authText } from './texts.en.ts'
import { ApiError } from '#web/platform/api/api-error.ts'

export type OddAnswer = keyof typeof authText & ('noToken' | 'invalidUser' | 'invalidAnswer')

/** What is wrong with a login response that is not a valid one (spec §5), by the key of its message; undefined for a refusal. */
export function oddAnswerOf(error: unknown): OddAnswer | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid_answer') return undefined
  const { answer } = error
  if (typeof answer !== 'object' || answer === null) return 'invalidAnswer'
  if (!('token' in answer) || typeof answer.token !== 'string' || answer.token === '') return 'noToken'
  return isUser('user' in answer ? answer.user : undefined) ? 'invalidAnswer' : 'invalidUser'
}

function isUser(user: unknown): boolean {
  if (typeof user !== 'object' || user === null || !('id' in user) || !('email' in user)) return false
  return typeof user.id === 'number' && typeof user.email === 'string'
}
