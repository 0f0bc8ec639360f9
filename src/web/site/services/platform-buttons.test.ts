import { expect, test } from 'vitest'
import { atPlatform } from './platform-buttons.tsx'

const categories = [{ id: 3, name: 'Likes', platform: 'Instagram', services: 9 }]

test('another platform begins at its first page, and keeps a category that it has', () => {
  const at = (search: string, platform: string) =>
    atPlatform({ pathname: '/services', search }, platform, categories)
  expect(at('?page=3', '')).toEqual({ pathname: '/services', search: '' })
  expect(at('?category=3&page=3', 'Instagram')).toEqual({
    pathname: '/services/instagram',
    search: '?category=3',
  })
  expect(at('?category=3', 'TikTok')).toEqual({ pathname: '/services/tiktok', search: '' })
})
