import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { getSettings } from '#contract/settings/admin-settings.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import { type SectionName, sectionNames } from '#contract/settings/settings-sections.ts'
import {
  changeLegalText,
  getLegalText,
  getLegalTexts,
  legalPages,
  previewLegalText,
} from '#contract/settings/legal-texts.ts'
import type { Answer } from '#web/testing/answer-calls.ts'
import { expectShown, fill, openHere, press } from '#web/testing/expect-screens.ts'

// The operator's terms, privacy and refund texts, where they are read and edited.

test('the text is rendered as elements, and its links are nofollow', async () => {
  const content = [
    { open: 'p' },
    '<b>a</b> ',
    { open: 'a', href: 'https://law.example/' },
    'law',
    { close: 'a' },
    { open: 'br' },
    { close: 'br' },
    { close: 'p' },
    { open: 'hr' },
    { close: 'hr' },
    { open: 'ul' },
    { open: 'li' },
    'item',
    { close: 'li' },
    { close: 'ul' },
  ]
  await openHere({
    at: '/terms',
    answers: [[getLegalText, { content, language: 'ru', version: '2026-11-28' }]],
  })
  const link = page.getByRole('link', { name: 'law', exact: true })
  await expect.element(link).toHaveAttribute('rel', 'nofollow noopener')
  await expect.element(link).toHaveAttribute('href', 'https://law.example/')
  const article = link.element().closest('article')
  expect(article?.querySelector('p a, ul li, hr, p br')).not.toBeNull()
  expect(article?.querySelector('b')).toBeNull()
  expect(link.element().closest('[lang]')?.getAttribute('lang')).toBe('ru')
})

const { settings, versions } = getSettings.answer.schema.shape
const settingsNow = z.encode(z.object({ settings, versions }), {
  settings: defaultSettings,
  versions: Object.fromEntries(sectionNames.map((name) => [name, 0])) as Record<SectionName, number>, // every name
})
const shipped = { en: 'Shipped words', vi: 'Lời có sẵn', ru: 'Исходные слова' }
const pages = legalPages.map((one) => ({ page: one, texts: null, shipped, number: 3 }))
/** Each change as sent. */
function editor(texts: object | null): { answers: Answer[]; sent: unknown[] } {
  const sent: unknown[] = []
  const known = pages.map((one) => ({ ...one, texts: one.page === 'terms' ? texts : null }))
  const answers: Answer[] = [
    [getSettings, settingsNow],
    [getLegalTexts, { pages: known }],
    [
      previewLegalText,
      async (request) => {
        const { text } = (await request.json()) as { text: string }
        return Response.json({ success: true, content: [{ open: 'p' }, `Seen: ${text}`, { close: 'p' }] })
      },
    ],
    [
      changeLegalText,
      async (request) => {
        const body = (await request.json()) as { texts: object | null }
        sent.push([new URL(request.url).pathname, body])
        const text = { page: 'terms', texts: body.texts, shipped, number: 4 }
        return Response.json({ success: true, text })
      },
    ],
  ]
  return { answers, sent }
}

test('a custom text starts from the shipped one, is previewed, and is published in its language only', async () => {
  const { answers, sent } = editor(null)
  await openHere({ at: '/admin/settings/legal', viewer: 'staff', answers })
  await expectShown({ text: ['Seen: Shipped words'] })
  await fill('Terms of Service', 'Our words')
  await expectShown({ text: ['Seen: Our words'] })
  await press('button', 'Save Changes')
  await expect
    .poll(() => sent)
    .toEqual([['/api/admin/settings/legal/terms', { texts: { en: 'Our words' }, number: 3 }]])
  await expectShown({ text: ['Published. The page shows it within seconds.'] })
})

test('"Reset to Default Text" publishes the shipped one again', async () => {
  const { answers, sent } = editor({ en: 'Our words' })
  await openHere({ at: '/admin/settings/legal', viewer: 'staff', answers })
  await expectShown({ text: ['Seen: Our words'] })
  await press('button', 'Tiếng Việt')
  await expectShown({ button: ['Start from Default Text'] })
  await press('button', 'Reset to Default Text')
  await expectShown({ text: ['Seen: Lời có sẵn'] })
  await press('button', 'Save Changes')
  await expect.poll(() => sent).toEqual([['/api/admin/settings/legal/terms', { texts: null, number: 3 }]])
})
