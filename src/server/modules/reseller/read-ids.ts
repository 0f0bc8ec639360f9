import { AppError } from '#contract/base/errors.ts'
import { RESELLER_IDS_MAX, UNREADABLE } from '#contract/reseller/reseller-call.ts'

type Digits = number | string | undefined

/** An id as sent, and as a number; undefined if the text is not an id. */
export type SentId = { shown: number | string; id: number | undefined }

export function readId(sent: Digits): SentId {
  const text = String(sent ?? '').trim()
  const id = /^\d{1,16}$/.test(text) ? Number(text) : undefined
  const isId = id !== undefined && id > 0 && Number.isSafeInteger(id)
  return isId ? { shown: id, id } : { shown: text, id: undefined }
}

/** Each id once, in the order sent. Undefined if none were sent. Throws `invalid_parameter` for too many, and for a non-list. */
export function readIds(sent: Digits | readonly (number | string)[]): SentId[] | undefined {
  if (sent === undefined) return undefined
  if (sent === UNREADABLE) throw incorrect()
  const texts = [sent].flat().flatMap((one) => String(one).split(','))
  const written = texts.map((text) => text.trim()).filter((text) => text !== '')
  const ids = [...new Map(written.map(readId).map((one) => [String(one.shown), one])).values()]
  if (ids.length > RESELLER_IDS_MAX) throw incorrect()
  return ids
}

/** Answered as "Incorrect request". */
export function incorrect(): AppError {
  return new AppError('invalid_parameter', { reason: 'not_understood' })
}
