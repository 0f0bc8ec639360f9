import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getLegalText } from '#contract/settings/legal-texts.ts'
import { openHere } from '#web/testing/expect-screens.ts'

// The operator's terms, privacy and refund texts, where they are read.

test('the text is made of elements, and a link in it recommends nothing', async () => {
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
