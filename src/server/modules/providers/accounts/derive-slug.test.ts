import { expect, test } from 'vitest'

import { deriveSlug } from './create-provider.ts'

test.each([
  ['Panel of Ours!', 'https://panel.example/api/v2', [], 'panel-of-ours'],
  ['Bảng Đỏ', 'https://panel.example/api/v2', [], 'bang-do'],
  ['Панель', 'https://api.smmdoge.com/v2', [], 'smmdoge'],
  ['7', 'http://127.0.0.1:9', [], 'panel'],
  ['First', 'https://panel.example', ['first', 'first-2'], 'first-3'],
])('%s at %s next to %j gets the slug %s', (name, url, taken, slug) => {
  expect(deriveSlug({ name, url }, new Set(taken))).toBe(slug)
})

test('is never longer than the limit for typed ones', () => {
  const slug = deriveSlug({ name: 'long '.repeat(20), url: '' }, new Set())
  expect(slug).toMatch(/^[a-z][a-z0-9-]{1,39}$/)
})
