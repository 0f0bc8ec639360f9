import { isBreakdown } from './judge-add-error.ts'
import { toPlain } from './classify-refusal.ts'

/** Stands for a refusal that cannot be recognized again: a breakdown, or no reason given. */
export const NO_REASON = '-'

const links = /(https?:\/\/|www\.)\S*[^\s)\]"'.,;:!?]|\b[\w-]+(\.[\w-]+)+\/(\S*[^\s)\]"'.,;:!?])?/g
/** Numbers, except error codes: "error 7" and "error 8" are two sentences. */
const numbers =
  /(?<!\b(?:error|code|err|status|http|lỗi|ошибка|hata|erro|kode|código)[ :#=-]{0,3})(?<![\p{L}\d])\d[\d.,]*/gu

/**
 * Normalizes a refusal so that the same sentence about two orders is equal: lower case, links and the order's own
 * target as <link>, numbers as #. At most 400 characters.
 */
export function toSentence(error: string, { link }: { link: string }): string {
  if (isBreakdown(error) || error === 'The provider names no reason') return NO_REASON
  const target = toPlain(link).trim()
  const plain = toPlain(error).trim()
  const named = target.length < 3 ? plain : plain.replaceAll(target, '<link>')
  const sentence = named.replaceAll(links, '<link>').replaceAll(numbers, '#').trim().slice(0, 400)
  return /\p{L}/u.test(sentence.replaceAll('<link>', '')) ? sentence : NO_REASON
}
