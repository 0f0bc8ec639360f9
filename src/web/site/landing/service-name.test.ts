import { expect, test } from 'vitest'

import { nameOf } from './service-name.ts'

const named = (name: string, category: string, platform: string) =>
  nameOf({ name, category: { name: category }, platform, max: 1_000_000 })

test('a service is named in words, by its kind, and by what sets it apart', () => {
  expect(
    named('Instagram Views ~ 🇩🇪 Germany ~ Max 10M ~ 50K/Day ~ Non Drop', '📸 Instagram Views', 'Instagram'),
  ).toBe('Views · Germany · 50K/Day')
  expect(named('Instagram | Views | Instagram Reach + Impression', 'Instagram | Views', 'Instagram')).toBe(
    'Views · Reach + Impression',
  )
  expect(named('Telegram', 'Telegram', 'Telegram')).toBe('Telegram')
  expect(named('x'.repeat(200), 'Telegram', 'Telegram').length).toBeLessThanOrEqual(64)
})
