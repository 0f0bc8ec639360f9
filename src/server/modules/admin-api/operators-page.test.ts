import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { addPayment, findApiUsers } from '#contract/admin-api/admin-api.ts'
import { statusOf } from '#contract/base/error-catalogue.ts'

test('the page for operators has every refusal with its status', async () => {
  const page = await readFile('docs/operating/admin-api.md', 'utf8')
  const codes = [...addPayment.errors, ...findApiUsers.errors, 'invalid_fields', 'unavailable'] as const
  for (const code of codes) expect(page).toMatch(new RegExp(`\\| ${statusOf(code)} +\\| .${code}. `))
})
