import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toPlainLine, toPlainText } from './to-plain-text.ts'

test.each([
  ['One<br>Two<br/>Three', 'One\nTwo\nThree'],
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<ul><li>One</li><li>Two</li></ul>', '• One\n• Two'],
  ['Tom &amp; Jerry &lt;3 &#128512; &#x1F600;&nbsp;!', 'Tom & Jerry <3 😀 😀 !'],
  ['I <3 you, 5 < 6 > 4', 'I <3 you, 5 < 6 > 4'],
  ['a\r\nb\rc\n\n\n\nd', 'a\nb\nc\n\nd'],
  ['&unknown; &copy', '&unknown; ©'],
  ['<b>bold</b> <a href="https://x">link</a>', 'bold link'],
  ['\u202Ebad\u202C Ｌｉｋｅｓ １k &#8203;soon&shy;', 'bad Likes 1k soon'],
  ['Lu\u031Bo\u031B\u0323t thi\u0301ch', 'Lượt thích'],
  ['Likes\u0007\u0085 \t HQ', 'Likes HQ'],
  ['𝐑𝐞𝐚𝐥 &amp;amp; 𝗔𝗰𝘁𝗶𝘃𝗲', '𝐑𝐞𝐚𝐥 & 𝗔𝗰𝘁𝗶𝘃𝗲'],
  [`a${'\u0301'.repeat(40)}b`, `á${'\u0301'.repeat(11)}b`],
  ['👨\u200D👩\u200D👧 ♥\uFE0F', '👨\u200D👩\u200D👧 ♥\uFE0F'],
])('%j becomes %j', (html, text) => {
  expect(toPlainText(html)).toBe(text)
})

test.each([
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil>alert(1)</sCrIpT >',
  '<script>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)',
  '<svg/onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<b>script>alert(1)</script>',
  '<</>script>alert(1)',
  '<!--><img src=x onerror=alert(1)>-->',
  '<style>*{background:url(javascript:1)}</style>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<math><mtext></mtext><mglyph><style></math><img src onerror=alert(1)>',
  '<a\nhref="javascript:alert(1)">x</a>',
  '\0<\0script>alert(1)</script>',
  '<\u200Bscript>alert(1)</\u200Bscript>',
  '<ｓcript>alert(1)</ｓcript>',
])('leaves nothing in %j that a browser would execute', (html) => {
  expect(toPlainText(html)).not.toMatch(/<[a-z/!]/i)
  expect(toPlainLine(html, 500)).not.toMatch(/<[a-z/!]/i)
})

test('any text becomes storable text without tags, quickly', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    'script',
    '/',
    '&lt;',
    '&amp;',
    'li',
    '!--',
    '-->',
    ' ',
    'a',
    '\uD800',
    '\0',
    '"',
    'style',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = toPlainText(pieces.join(''))
      expect(text).not.toMatch(/<[a-z/!?]|\0/i)
      expect(text.isWellFormed()).toBe(true)
    }),
  )
  const begun = process.threadCpuUsage()
  for (const hard of ['<a', '<!--', '<script', '&amp;', '<li ', '\n ', '\u0301', '\u0323\u0301'])
    toPlainText(hard.repeat(20_000))
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(2_000)
})

test('a line is cut without halving a character', () => {
  expect(toPlainLine(`${'a'.repeat(9)}😀`, 10)).toBe('a'.repeat(9))
  expect(toPlainLine(' a\n<br>\tb ', 10)).toBe('a b')
})
