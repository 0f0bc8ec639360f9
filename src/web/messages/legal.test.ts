import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { termsVersion } from '#contract/users/terms.ts'

import { legalSections } from './legal.ts'

/** Of the texts as they stand in each version. */
const hashes: Readonly<Record<string, string>> = { '2026-11-22': '85716d8bee082b42' }

test('a text that people agree to is not changed without a version of its own', () => {
  const hash = createHash('sha256').update(JSON.stringify(legalSections)).digest('hex').slice(0, 16)
  expect({ [termsVersion]: hash }).toEqual({ [termsVersion]: hashes[termsVersion] })
})
