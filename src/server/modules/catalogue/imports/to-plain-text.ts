import { compile } from 'html-to-text'

import { dropUnseen, narrowLetters } from '#contract/base/invisible-characters.ts'

/** Text that was escaped twice is common, more often is not. */
const ROUNDS_MAX = 4
/** Several times what is kept of a description. So much of the worst markup takes some 0.2 s, and more of it longer. */
const LENGTH_MAX = 100_000

/** Nothing is wrapped, shouted or listed that was not; what is nested deeper than anybody writes is left out. */
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
 * Makes plain text of what a provider writes, HTML or not. The site shows it as text and never as markup; taking
 * the tags out makes it readable, and leaves nothing to run for whoever reads the table by other means. What the
 * entities hid is looked at again, so that "&lt;script&gt;" goes the way of "<script>". What nobody sees goes too, and wide
 * letters become plain ones.
 */
export function toPlainText(html: string): string {
  let text = html.slice(0, LENGTH_MAX).toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n')
  for (let round = 0; round < ROUNDS_MAX && /[<&]/.test(text); round += 1) {
    const next = convert(text)
    if (next === text) break
    text = next
  }
  // Before the tags go, so that none is made by it.
  return dropTags(narrowLetters(dropUnseen(text)))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed()
}

/** The same in one line of at most `max` characters. */
export function toPlainLine(html: string, max: number): string {
  return toPlainText(html)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '') // half of a pair that the cut left
    .trim()
}

/** What still looks like one was escaped more often than anybody does. Also ends at the end of the text: it is linear. */
function dropTags(text: string): string {
  return text.replaceAll('\0', '').replace(/<[a-z/!?][^>]*(?:>|$)/gi, '')
}
