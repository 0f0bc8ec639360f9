import { isBreakdown } from './judge-add-error.ts'
import { toPlain } from './tell-refusal.ts'

/** Said, and yet nothing that a refusal could be known by: that it broke down, or no reason at all. */
export const NOTHING_TELLING = '-'

const links = /(https?:\/\/|www\.)\S*[^\s)\]"'.,;:!?]|\b[\w-]+(\.[\w-]+)+\/(\S*[^\s)\]"'.,;:!?])?/g
/** A number, unless it is what tells one fault from another: "error 7" and "error 8" are two sentences. */
const numbers =
  /(?<!\b(?:error|code|err|status|http|lỗi|ошибка|hata|erro|kode|código)[ :#=-]{0,3})(?<![\p{L}\d])\d[\d.,]*/gu

/**
 * A refusal in a form in which the same sentence about two orders is the same: small letters, a link or the order's own
 * target as <link>, a number as #. At most 400 characters.
 */
export function toSentence(error: string, { link }: { link: string }): string {
  if (isBreakdown(error) || error === 'The provider names no reason') return NOTHING_TELLING
  const target = toPlain(link).trim()
  const plain = toPlain(error).trim()
  const named = target.length < 3 ? plain : plain.replaceAll(target, '<link>')
  const sentence = named.replaceAll(links, '<link>').replaceAll(numbers, '#').trim().slice(0, 400)
  return /\p{L}/u.test(sentence.replaceAll('<link>', '')) ? sentence : NOTHING_TELLING
}
