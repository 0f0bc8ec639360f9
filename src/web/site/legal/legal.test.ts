import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { languages } from '#contract/base/languages.ts'
import { termsVersion } from '#contract/users/terms.ts'

import { inLanguage } from '#web/platform/i18n/table.ts'
import { legalSections } from './texts.en.ts'

/** Of the texts as they stand in each version. */
const hashes: Readonly<Record<string, string>> = { '2026-11-22': '85716d8bee082b42' }

test('a text that people agree to is not changed without a version of its own', () => {
  const inEach = Object.fromEntries(languages.map((one) => [one, inLanguage(one, legalSections)]))
  const hash = createHash('sha256').update(JSON.stringify(inEach)).digest('hex').slice(0, 16)
  expect({ [termsVersion]: hash }).toEqual({ [termsVersion]: hashes[termsVersion] })
})
