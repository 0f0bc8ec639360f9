import { compile } from 'html-to-text'

import { dropUnseen, narrowLetters } from '#contract/base/invisible-characters.ts'

/** Texts escaped twice are common, more than that is rare. */
const ROUNDS_MAX = 4
/** Several times the length stored of a description. The worst markup of this length takes about 0.2 s. */
const LENGTH_MAX = 100_000

/** No wrapping, no upper-case headings, no link targets; deeper nesting than any real text is dropped. */
const convert = compile({
  wordwrap: false,
  preserveNewlines: true,
  decodeEntities: true,
  limits: { maxDepth: 60 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '• ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'hr', format: 'lineBreak' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['script', 'style', 'iframe', 'object', 'template'].map((selector) => ({ selector, format: 'skip' })),
  ],
})

/**
 * Converts a provider's text, HTML or not, to plain text. The site never renders it as markup; removing tags makes it
 * readable and safe in any other reader. Entities are decoded repeatedly, so that "&lt;script&gt;" is removed like
 * "<script>". Invisible characters are dropped, control characters become blanks, full-width letters become plain ones,
 * and accents are composed (NFC). Mathematical letters stay: the provider chose them for display, and lists show and
 * find them as plain letters.
 */
export function toPlainText(html: string): string {
  let text = html.slice(0, LENGTH_MAX).toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n')
  for (let round = 0; round < ROUNDS_MAX && /[<&]/.test(text); round += 1) {
    const next = convert(text)
    if (next === text) break
    text = next
  }
  // Before removing tags, since this could create one.
  return dropTags(toComposed(narrowLetters(dropUnseen(text))))
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed()
}

/** The same as one line of at most `max` characters. */
export function toPlainLine(html: string, max: number): string {
  return toPlainText(html)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '') // half of a surrogate pair left by the cut
    .trim()
}

/** No script stacks more accents on a letter; composing sorts a run of them in quadratic time. */
function toComposed(text: string): string {
  return text.replace(/(\p{M}{12})\p{M}+/gu, '$1').normalize('NFC')
}

/** Puts a blank where something still looks like a tag, closed or not: without it, its neighbours could form one. */
function dropTags(text: string): string {
  return text.replaceAll('\0', '').replace(/<[a-z/!?][^>]*(?:>|$)/gi, ' ')
}
