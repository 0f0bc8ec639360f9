const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  laquo: '«',
  raquo: '»',
  euro: '€',
  times: '×',
}
/** Text that was escaped twice is common, more often is not. */
const ROUNDS_MAX = 4

/**
 * Makes plain text of what a provider writes, HTML or not. The site shows it as text and never as markup; taking
 * the tags out makes it readable, and leaves nothing to run for whoever reads the table by other means. What the
 * entities hid is looked at again, so that "&lt;script&gt;" goes the way of "<script>".
 */
export function toPlainText(html: string): string {
  let text = html.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n')
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = decodeEntities(dropTags(text))
    if (next === text) break
    text = next
  }
  return dropTags(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
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

/** Every pattern also ends at the end of the text, so an unclosed tag goes too and nothing is searched twice. */
function dropTags(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<li\b[^>]*(?:>|$)/gi, '\n• ')
    .replace(/<(?:br|hr|\/?(?:p|div|ul|ol|tr|table|h[1-6]|blockquote))\b[^>]*(?:>|$)/gi, '\n')
    .replace(/<[a-z/!?][^>]*(?:>|$)/gi, '')
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isCharacter = (code >= 32 && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff) || code === 10
    return isCharacter ? String.fromCodePoint(code) : ''
  })
}
