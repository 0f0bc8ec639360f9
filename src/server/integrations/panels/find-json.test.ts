import { expect, test } from 'vitest'

import { readBody } from './read-json.ts'

const order = '{"order":23501}'
const warning =
  '<br />\n<b>Warning</b>:  Undefined array key "runs" in <b>/var/www/api/v2.php</b> on line <b>[12]</b><br />\n'

test.each([
  ['PHP warnings before it', `${warning}${order}`],
  ['warnings without line breaks', `<b>Notice</b>: x in <b>a.php</b> on line <b>3</b><br />${order}`],
  ['warnings as plain text', `PHP Warning:  Undefined array key [0] in /a.php on line 5\n${order}`],
  ['many of them', `${'Warning: {main} in $rows[0]\n'.repeat(500)}${order}`],
  ['a comment after it', `${order}\n<!-- Page generated in 0.031 s -->`],
  ['another kind of comment after it', `${order} /* cached */ // 12 ms`],
  ['warnings before and a comment after', `\uFEFF${warning}\n\n  ${order}<!-- 3 ms -->`],
  ['a byte order mark behind a warning', `Notice: x\n\uFEFF${order}`],
  ['what a text in it looks like', `Warning: x\n{"order":23501,"note":"} ] \\" {"}`],
])('JSON is read with %s', (_what, body) => {
  expect(readBody(body).value).toMatchObject({ order: 23501 })
})

test.each([
  ['a page whose script holds it', `<html><script>\n${order}\n</script></html>`],
  ['a page without a doctype', `<body>\n${order}</body>`],
  ['two values side by side', `{"error":"Incorrect link"}\n${order}`],
  ['a value that is cut off', `Warning: x\n${order.slice(0, -1)}`],
  ['one that is quoted in a line', `Warning: the answer was ${order} in a.php`],
  ['one behind a value that is cut off', `Warning: x\n{"a":[\n${order}`],
  ['nothing', ''],
  ['a warning alone', 'Warning: Cannot use [] for reading in a.php'],
])('no JSON is read in %s', (_what, body) => {
  expect(readBody(body).value).toBeUndefined()
})

test('the text around it is returned, since a warning may report a breakdown', () => {
  expect(readBody(`Warning: mysqli_query(): gone away\n${order}<!-- 3 ms -->`).noise).toBe(
    'Warning: mysqli_query(): gone away\n\n<!-- 3 ms -->',
  )
  expect(readBody(order).noise).toBe('')
})
