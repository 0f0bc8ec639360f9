import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { type Finding, findings } from '#contract/base/connection-test-findings.ts'
import type { FindingCode } from '#contract/base/connection-test.ts'
import { connectionTest } from '#contract/words/en/connection-test.ts'

const page = await readFile(new URL('../docs/operating/checks.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| [a-z]+ +\| `/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test.each(Object.entries<Finding>(findings))('the line %s is on the page for operators', (code, finding) => {
  const row = rows.find(([, , cell]) => cell === `\`${code}\``) ?? []
  const [, topic, , state, , advice] = row
  expect([topic, state]).toEqual([finding.topic, finding.state])
  // A line with details is documented with a placeholder.
  const said = connectionTest[code as FindingCode].advice // a key of the same table
  const written = typeof said === 'function' ? advice : (said ?? '')
  expect(advice).toBe(written)
})

test('the page has no line that does not exist', () => {
  expect(rows.map(([, , cell]) => cell)).toEqual(Object.keys(findings).map((code) => `\`${code}\``))
})
