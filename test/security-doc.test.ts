import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | *\|$/g, '').trim()))

test('every item says how it is met and names existing tests', () => {
  expect(rows.length).toBeGreaterThan(70)
  const missing = rows.flatMap(([item = '', how = '', held = '']) =>
    how === '' || held === '' ? [item] : held.split('<br>').filter((test) => !isThere(test)),
  )
  expect(missing).toEqual([])
})

test('no item is listed twice', () => {
  const items = rows.map(([item]) => item)
  expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([])
})

/** `file › name`, with the name as written in the file. */
function isThere(held: string): boolean {
  const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(held) ?? []
  if (name === '' || !existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return [`'${name}'`, `"${name}"`].some((quoted) => text.includes(quoted))
}
