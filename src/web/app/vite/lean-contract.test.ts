import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { blankOut } from './lean-contract.ts'

test('of a call, the browser is not sent its documentation and its refusals, and all else stays in its place', () => {
  const code = `import { endpoint } from './endpoint.ts'
const errors = ['not_found']
export const getNote = endpoint({
  method: 'GET',
  summary:
    'One note, "as it is"',
  answer: { status: 200, schema: z.object({ summary: z.string() }) },
  errors: ['not_found', 'rate_limited'],
})
export const other = { summary: 'kept', errors }
`
  const lean = blankOut(code, parseAst(code))
  expect(() => parseAst(lean)).not.toThrow()
  expect(lean).toHaveLength(code.length)
  expect(lean.split('\n').map((line) => line.trimEnd())).toEqual([
    "import { endpoint } from './endpoint.ts'",
    "const errors = ['not_found']",
    'export const getNote = endpoint({',
    "  method: 'GET',",
    '',
    '',
    '  answer: { status: 200, schema: z.object({ summary: z.string() }) },',
    '',
    '})',
    "export const other = { summary: 'kept', errors }",
    '',
  ])
})
