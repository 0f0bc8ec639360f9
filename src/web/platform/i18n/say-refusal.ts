import { decodeDetails, type DetailsOf, type ErrorCode, isErrorCode } from '#contract/base/error-catalogue.ts'
import { refusesFields } from '#contract/base/errors.ts'
import type { Language } from '#contract/base/languages.ts'
import { errors as en } from '#contract/words/en/errors.ts'
import { errors as ru } from '#contract/words/ru/errors.ts'
import { sayCode } from '#contract/words/say.ts'
import { errors as vi } from '#contract/words/vi/errors.ts'
import type { ErrorWords } from '#contract/words/words.ts'

/** Error messages by code: replaces the server's English message with one in the reader's language. */

export function sayRefusal<Code extends ErrorCode>(
  language: Language,
  code: Code,
  details: DetailsOf<Code>,
): string {
  return sayCode(errorsIn[language], { code, details })
}

/** The same for a received error; undefined for a code of a newer server, or one that only refuses fields. */
export function saySentRefusal(language: Language, code: string, details: unknown): string | undefined {
  if (!isErrorCode(code) || refusesFields(code)) return undefined
  const read = decodeDetails(code, details)
  return read === undefined ? undefined : sayCode(errorsIn[language], { code, details: read })
}

const errorsIn: Readonly<Record<Language, ErrorWords>> = { en, vi, ru }
