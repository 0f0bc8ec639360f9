import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { languages } from '#contract/base/languages.ts'
import { legalPages } from '#contract/settings/legal-texts.ts'
import { termsVersion } from '#contract/users/terms.ts'

import { parseMarkdown } from './parse-markdown.ts'
import { makeShippedText, shippedTexts } from './shipped-texts.ts'

/** Hashes of the texts in each version. */
const hashes: Readonly<Record<string, string>> = { '2026-11-28': '50f9ea89983d7854' }

test('a text that people agree to is not changed without a version of its own', () => {
  const inEach = Object.fromEntries(languages.map((one) => [one, shippedTexts[one]]))
  const hash = createHash('sha256').update(JSON.stringify(inEach)).digest('hex').slice(0, 16)
  expect({ [termsVersion]: hash }).toEqual({ [termsVersion]: hashes[termsVersion] })
})

test.each(languages)('in %s, no word of a shipped text is lost as Markdown', (language) => {
  for (const page of legalPages) {
    const text = makeShippedText(page, { language, services: [] })
    const words = parseMarkdown(text).filter((piece) => typeof piece === 'string')
    expect(words).toEqual(
      shippedTexts[language][page].flatMap(({ heading, paragraphs }) => [
        heading,
        ...paragraphs.map((one) => (typeof one === 'string' ? one : one.untracked)),
      ]),
    )
  }
})

test.each(languages)('in %s, the privacy policy names what public pages load from elsewhere', (language) => {
  const text = (services: readonly string[]) => makeShippedText('privacy', { language, services })
  const tracked = text(['Plausible', 'Crisp'])
  expect(tracked).toContain('Plausible, Crisp')
  expect(text([])).not.toMatch(/Plausible|\{services\}/)
  const said = shippedTexts[language].privacy.flatMap(({ paragraphs }) => paragraphs)
  const untracked = said.flatMap((one) => (typeof one === 'string' ? [] : [one.untracked]))
  expect(untracked).toHaveLength(1)
  expect(tracked).not.toContain(untracked[0])
})
