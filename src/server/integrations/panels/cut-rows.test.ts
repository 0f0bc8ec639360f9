import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cutRows } from './cut-rows.ts'

const rowsOf = (text: string) =>
  Array.from(cutRows(text)).flatMap((cut) =>
    cut.kind === 'row' ? [cut.text] : cut.kind === 'malformed' ? ['malformed'] : [],
  )
const endOf = (text: string) =>
  Array.from(cutRows(text))
    .map((cut) => (cut.kind === 'end' ? cut.hasList : undefined))
    .at(-1)

const wraps: ((rows: unknown[]) => unknown)[] = [
  (rows) => rows,
  (services) => ({ services }),
  (data) => ({ status: 'success', count: 3, data, more: [1, { a: '"]}' }] }),
  (services) => ({ error: null, data: { page: 1, services } }),
  (result) => ({ result }),
]

test('finds the same rows as a parser, wherever they are and whatever they contain', () => {
  const row = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(
      fc.array(row),
      fc.constantFrom(...wraps),
      fc.constantFrom(0, 2, '\t'),
      (rows, wrap, space) => {
        const cut = rowsOf(JSON.stringify(wrap(rows), undefined, space))
        expect(cut.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(rows)))
      },
    ),
  )
})

test.each([
  ['[]', [], true],
  [
    '[{"a":1},2,"x",null,[{}],{}]',
    ['{"a":1}', 'malformed', 'malformed', 'malformed', 'malformed', '{}'],
    true,
  ],
  ['["a heading",{"a":1}]', ['malformed', '{"a":1}'], true],
  ['{"0":{"service":1},"2":{"service":2}}', ['{"service":1}', '{"service":2}'], true],
  ['\uFEFF <b>Warning</b>: in a file\n [{"a":1}] <!-- 3 ms -->', ['{"a":1}'], true],
  ['PHP Warning:  Undefined array key [0] in {main}\n[{"a":1}]', ['{"a":1}'], true],
  ['<br />\n<b>Notice</b>: $rows[] on line <b>3</b><br />[{"a":1}]', ['{"a":1}'], true],
  ['{"error":"Invalid API key"}', [], false],
  ['{}', [], false],
  ['[{"a":"\\\\"},{"b":"\\\\\\"}"}]', ['{"a":"\\\\"}', '{"b":"\\\\\\"}"}'], true],
  [`[{"a":"${'x'.repeat(131_072)}"},{"b":1}]`, ['malformed', '{"b":1}'], true],
])('of %.80s it cuts %j', (text, rows, hasList) => {
  expect([rowsOf(text), endOf(text)]).toEqual([rows, hasList])
})

test('a truncated text has no end, wherever it is cut', () => {
  const text = '{"data":[{"service":1,"name":"a \\" ]"},{"service":2}]}'
  expect(endOf(text)).toBe(true)
  for (let length = 0; length < text.length; length += 1) expect(endOf(text.slice(0, length))).toBeUndefined()
})

test('any text is scanned to its end', () => {
  const piece = fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', ' ', 'a', '1', '"services":', '\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      expect(Array.from(cutRows(pieces.join(''))).length).toBeLessThanOrEqual(81)
    }),
  )
})
