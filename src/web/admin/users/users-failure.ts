import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { adminUsersText } from './texts.en.ts'
import type { Say } from '#web/platform/i18n/text.ts'

type Texts = Say<typeof adminUsersText>

/** Why the users could not be loaded (spec §8). */
export function sayLoadFailure(t: Texts, error: unknown): string {
  if (!(error instanceof ApiError)) return t('loadFailed')
  if (error.status === 401) return t('accessDenied')
  if (error.status === 0) return t('networkError')
  if (error.status < 500) return t('loadFailed')
  return t('serverError', { message: saysWhy(error) ? messageOf(error) : t('seeLog') })
}

/** A server that only says that it failed is not quoted: "Server error: Server error". */
function saysWhy({ code, message }: ApiError): boolean {
  return code !== 'internal_error' && message !== ''
}

/** An error with its own sentence (spec §5) is shown without a prefix. */
const ownSentences = new Set(['last_admin', 'last_admin_delete'])

/** For a form or dialog that stays open: field errors stay with their fields. */
export function toUpdateFailure(t: Texts, error: unknown): unknown {
  if (error instanceof ApiError && (ownSentences.has(error.code) || Object.keys(error.fields).length > 0))
    return error
  return new Error(t('updateFailed', { message: messageOf(error) }))
}

export function toDeleteFailure(t: Texts, error: unknown): unknown {
  if (error instanceof ApiError && ownSentences.has(error.code)) return error
  return new Error(t('deleteFailed', { message: messageOf(error) }))
}
