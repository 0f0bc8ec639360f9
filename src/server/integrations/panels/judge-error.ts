import type { Spoken } from './dialects/dialect.ts'
import { spoken } from './dialects/dialects.ts'
import { NO_REASON, type Refusal } from './panel.ts'

/** What the error text of an `add` says about the order (field notes 2). */
type AddJudgement = { kind: 'rejected' } | { kind: 'refused'; about: Refusal } | { kind: 'unknown' }

/**
 * Judges by wording, since the protocol has no error codes. An order that may have been accepted must be neither
 * refunded (the provider keeps our money and delivers) nor sent again (bought twice). Panels return {error} instead
 * of accepting an order, but one that forwards to another panel also returns {error} when that call broke down. So
 * a text counts as "not accepted" only when it names the reason; everything else is `unknown` and goes to review.
 * `noise` is text printed around the JSON: a database warning says as much as an error does.
 */
export function judgeAddError(error: string, noise = '', words: Spoken = spoken): AddJudgement {
  const text = toPlain(error)
  if (isBreakdown(error, noise, words)) return { kind: 'unknown' }
  const about = classifyRefusal(error, words)
  // About our account, not about the order: not accepted, and sent again later.
  if (about !== undefined) return { kind: 'refused', about }
  if (isIn(words.certainDespiteTrouble, text)) return { kind: 'rejected' }
  if (isIn(words.trouble, text)) return { kind: 'unknown' }
  return isIn(words.certain, text) ? { kind: 'rejected' } : { kind: 'unknown' }
}

/** The panel reports a breakdown, so any other reason it names proves nothing. */
export function isBreakdown(error: string, noise = '', { breakdown }: Spoken = spoken): boolean {
  return isIn(breakdown, toPlain(error)) || isIn(breakdown, noise.toLowerCase())
}

/**
 * Why a text refuses our account or the call. Undefined for a text about something else, or one that says too little. Linear:
 * the text is cut to 300 characters.
 */
export function classifyRefusal(error: string, { refusals }: Spoken = spoken): Refusal | undefined {
  const text = toPlain(error)
  return refusals.find(([, patterns]) => isIn(patterns, text))?.[0]
}

/** Whether an error is about one particular id and says nothing about others. */
export function isAboutOneId(error: string, { unknownId }: Spoken = spoken): boolean {
  return isIn(unknownId, toPlain(error))
}

/** Normalizes a text for these patterns: lower case, composed characters, single blanks. */
export function toPlain(error: string): string {
  return error
    .slice(0, 300)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('i̇', 'i') // what a Turkish capital I with its dot becomes
    .replace(/[\s_]+/g, ' ')
}

function isIn(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}

const links = /(https?:\/\/|www\.)\S*[^\s)\]"'.,;:!?]|\b[\w-]+(\.[\w-]+)+\/(\S*[^\s)\]"'.,;:!?])?/g
/** Numbers, except error codes: "error 7" and "error 8" are two sentences. */
const numbers =
  /(?<!\b(?:error|code|err|status|http|lỗi|ошибка|hata|erro|kode|código)[ :#=-]{0,3})(?<![\p{L}\d])\d[\d.,]*/gu

/**
 * Normalizes a refusal so that the same sentence about two orders is equal: lower case, links and the order's own
 * target as <link>, numbers as #. At most 400 characters.
 */
export function toSentence(error: string, { link }: { link: string }, words: Spoken = spoken): string {
  if (isBreakdown(error, '', words)) return NO_REASON
  const target = toPlain(link).trim()
  const plain = toPlain(error).trim()
  const named = target.length < 3 ? plain : plain.replaceAll(target, '<link>')
  const sentence = named.replaceAll(links, '<link>').replaceAll(numbers, '#').trim().slice(0, 400)
  return /\p{L}/u.test(sentence.replaceAll('<link>', '')) ? sentence : NO_REASON
}
