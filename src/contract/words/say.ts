import { sayDecoded } from '#contract/base/codes.ts'
import type { DetailsOf, ErrorCode } from '#contract/base/error-catalogue.ts'
import type { FieldRefusal, FieldRefusals } from '#contract/base/field-codes.ts'

import type { ErrorWords, FieldWords, Words } from './words.ts'

type Refusal = { code: ErrorCode; details: DetailsOf<ErrorCode> }

/** The sentence of a refusal; for refused fields, that of the first field. */
export function sayError(words: Pick<Words, 'errors' | 'fields'>, { code, details }: Refusal): string {
  const [first] = 'fields' in details ? Object.values(details.fields) : []
  return first === undefined ? sayCode(words.errors, { code, details }) : sayField(words.fields, first)
}

/** The same without fields. */
export function sayCode(words: ErrorWords, { code, details }: Refusal): string {
  const word: unknown = words[code]
  if (typeof word !== 'object' || word === null || !('reason' in details)) return sayDecoded(word, details)
  return sayDecoded((word as Record<string, unknown>)[details.reason], details) // the reasons of this code
}

export function sayField(words: FieldWords, refusal: FieldRefusal): string {
  return sayDecoded(words[refusal.code], refusal)
}

/** Sentences by field. */
export function sayFields(words: FieldWords, refusals: FieldRefusals): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refusals).map(([field, refusal]) => [field, sayField(words, refusal)]),
  )
}
