import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { guards } from './guards.ts'
import { specChanges } from './spec-changes.ts'

const projectDir = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(projectDir, file), 'utf8')

test.each([...guards, ...specChanges].map((guard) => [guard.name, guard] as const))(
  '%s: the source contains what is cut out, and its test exists',
  (_, { cuts, test: { file, name } }) => {
    for (const cut of cuts) expect(read(cut.file), cut.file).toContain(cut.from)
    expect(read(file)).toContain(name)
  },
)

test('docs/reliability.md lists every guard', () => {
  const rows = [...read('docs/reliability.md').matchAll(/^\| (.+?) +\| .+? +\| `(.+?)` +\|$/gm)]
  expect(rows.map(([, name, file]) => [name, file])).toEqual(
    guards.map(({ name, test }) => [name, test.file]),
  )
})
