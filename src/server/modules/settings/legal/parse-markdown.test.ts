import { expect, test } from 'vitest'

import { LEGAL_TEXT_MAX } from '#contract/settings/legal-texts.ts'
import { type RichText, richTags } from '#contract/settings/rich-text.ts'

import { superlinear } from '#test/growth.ts'

import { describe, parseMarkdown } from './parse-markdown.ts'

/** As HTML, for readable assertions; real pages build elements from it. */
const show = (content: RichText) =>
  content
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if ('close' in piece) return `</${piece.close}>`
      return piece.href === undefined ? `<${piece.open}>` : `<${piece.open} ${piece.href}>`
    })
    .join('')

test.each([
  ['# One\n\n## Two\n\n### Three\n\n###### Six', '<h2>One</h2><h2>Two</h2><h3>Three</h3><h4>Six</h4>'],
  ['a **b** *c*  \nd\ne', '<p>a <strong>b</strong> <em>c</em><br></br>d\ne</p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['> a\n\n---', '<blockquote><p>a</p></blockquote><hr></hr>'],
  ['[a](https://b.example/?c=d "e")', '<p><a https://b.example/?c=d>a</a></p>'],
  ['[a](/faq) [b](mailto:c@d.example)', '<p><a /faq>a</a> <a mailto:c@d.example>b</a></p>'],
  ['\\*a\\*', '<p>*a*</p>'],
  ['[a](/\\b.example)', '<p><a /%5Cb.example>a</a></p>'],
])('%j becomes elements', (text, shown) => {
  expect(show(parseMarkdown(text))).toBe(shown)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<b>a</b> & &lt;',
  '![a](https://b.example/c.png)',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](data:text/html,b)',
  '[a](vbscript:b)',
  '[a](//evil.example)',
  '[a](faq)',
  '<https://a.example>',
  '`code`',
  '| a | b |\n|---|---|',
])('%j stays text: no HTML, no picture and no address of another kind', (text) => {
  const content = parseMarkdown(text)
  const opened = content.flatMap((piece) => (typeof piece === 'object' && 'open' in piece ? [piece] : []))
  // A URL in a picture's alt text may at most be a separate link.
  expect(opened.filter(({ open, href }) => open !== 'p' && href !== 'https://b.example/c.png')).toEqual([])
  expect(opened.filter(({ open }) => !richTags.includes(open))).toEqual([])
})

/** Pieces that don't close the last opened element, or are left open. */
function astray(content: RichText): string[] {
  const open: string[] = []
  const wrong = content.flatMap((piece) => {
    if (typeof piece === 'string') return []
    if ('close' in piece) return open.pop() === piece.close ? [] : [piece.close]
    open.push(piece.open)
    return []
  })
  return [...wrong, ...open]
}

test.each(['**a *b** c*', '> - > - a\n\nb', '[a **b](/c) d**', '- a\n  1. b\n     > c', '>'.repeat(500)])(
  '%j: every element that opens closes again, in order',
  (text) => {
    expect(astray(parseMarkdown(text))).toEqual([])
  },
)

/** Patterns that make Markdown parsers read the same characters repeatedly. */
const openings = [
  '[',
  '![',
  '*a ',
  '**a*',
  '_a',
  '> ',
  '>- ',
  '- a\n',
  '  - a\n',
  '[a](',
  '[a]: b\n',
  '\\[',
  '*[',
  '# a\n',
]
const textsOf = (length: number) =>
  openings.map((piece) => ({ what: piece, text: piece.repeat(Math.ceil(length / piece.length)) }))

test('takes at most ten times as long for ten times as much', () => {
  expect(superlinear(parseMarkdown, { length: LEGAL_TEXT_MAX / 10, textsOf })).toEqual([])
  expect(superlinear(parseMarkdown)).toEqual([])
})

test('a text is described by its first paragraph, cut between words', () => {
  expect(describe(parseMarkdown('# Title\n\nOne **two**\nthree.\n\nFour'))).toBe('One two three.')
  expect(describe(parseMarkdown('one two three'), 9)).toBe('one two…')
  expect(describe([])).toBe('')
})
