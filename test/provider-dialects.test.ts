import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

const page = await readFile(new URL('../docs/providers.md', import.meta.url), 'utf8')
/** The tables' rows, without their headers. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (dialect|-+) /.test(line))
  .map((line) => line.split(' | '))

test('the table of dialects has rows', () => {
  expect(rows.length).toBeGreaterThan(30)
})

test.each(rows)('the dialect "%s" names an existing test', async (...cells) => {
  expect(cells).toHaveLength(4)
  const [, file = '', name = ''] = /`([^`]+\.test\.ts)` "(.+)"\s*\|$/.exec(cells.at(-1) ?? '') ?? []
  expect(await readFile(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(name)
})
