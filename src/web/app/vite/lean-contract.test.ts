import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { blankOut } from './lean-contract.ts'

test('of a call, the browser is not sent its documentation, its refusals and who may call it, and all else stays in its place', () => {
  const code = `import { endpoint } from './endpoint.ts'
const errors = ['not_found']
export const getNote = endpoint({
  method: 'GET',
  access: 'admin',
  needs: 'orders',
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
    "  needs: 'orders',",
    '',
    '',
    '  answer: { status: 200, schema: z.object({ summary: z.string() }) },',
    '',
    '})',
    "export const other = { summary: 'kept', errors }",
    '',
  ])
})
