import MarkdownIt from 'markdown-it'

import type { RichTag, RichText } from '#contract/settings/rich-text.ts'

/**
 * Markdown of staff: headings, lists, quotes, rules, emphasis and links. Everything else, including HTML and pictures,
 * stays text. The nesting limit keeps it linear.
 */
const parser = new MarkdownIt('zero', { maxNesting: 12 })
  .enable(['heading', 'list', 'blockquote', 'hr'])
  .enable(['emphasis', 'link', 'newline', 'escape', 'balance_pairs', 'fragments_join'])
parser.validateLink = isLink

/** URLs of other kinds could run scripts; a refused link stays text. */
function isLink(address: string): boolean {
  return /^(?:https?:\/\/[^/]|mailto:[^/]|\/(?!\/))/i.test(address) && !address.includes('\\')
}

const tags: Readonly<Record<string, RichTag>> = {
  paragraph: 'p',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  link: 'a',
  hardbreak: 'br',
  hr: 'hr',
}
/** Below the page's own heading, and at most three levels. */
const headings: readonly RichTag[] = ['h2', 'h2', 'h3', 'h4', 'h4', 'h4']

type Token = ReturnType<typeof parser.parse>[number]

export function parseMarkdown(text: string): RichText {
  return toPieces(parser.parse(text, {}))
}

function toPieces(tokens: readonly Token[]): RichText {
  return tokens.flatMap((token): RichText => {
    if (token.children) return toPieces(token.children)
    // The only paragraph in a list item.
    if (token.hidden) return []
    if (token.type === 'softbreak') return ['\n']
    const tag = tagOf(token)
    if (tag === undefined) return token.content === '' ? [] : [token.content]
    const href = token.attrGet('href')
    const open = href === null ? { open: tag } : { open: tag, href: String(href) }
    if (token.nesting === 0) return [open, { close: tag }]
    return token.nesting === 1 ? [open] : [{ close: tag }]
  })
}

function tagOf({ type, tag }: Token): RichTag | undefined {
  const kind = type.replace(/_(?:open|close)$/, '')
  return kind === 'heading' ? headings[Number(tag.slice(1)) - 1] : tags[kind]
}

/** The beginning of the first paragraph, cut between words. */
export function describe(content: RichText, max = 200): string {
  const from = content.findIndex(
    (piece) => typeof piece === 'object' && 'open' in piece && piece.open === 'p',
  )
  const to = content.findIndex(
    (piece) => typeof piece === 'object' && 'close' in piece && piece.close === 'p',
  )
  const words = content
    .slice(Math.max(from, 0), to === -1 ? content.length : to)
    .filter((piece) => typeof piece === 'string')
    .join('')
    .replaceAll('\n', ' ')
  if (words.length <= max) return words
  return `${words.slice(0, max).replace(/\s+\S*$/, '')}…`
}
