import { expect, test } from 'vitest'

import { platformOfLink } from './platform-of-link.ts'

test.each([
  ['https://www.instagram.com/p/abc', 'Instagram'],
  ['instagram.com/someone', 'Instagram'],
  ['https://youtu.be/abc?t=1', 'YouTube'],
  ['https://x.com/someone', 'Twitter'],
  ['http://vm.tiktok.com/xyz', 'TikTok'],
  ['https://t.me/channel', 'Telegram'],
  ['https://notinstagram.com/x', undefined],
  ['https://example.com/instagram.com', undefined],
  ['@someone', undefined],
  ['', undefined],
])('the link %s points to %s', (link, platform) => {
  expect(platformOfLink(link)).toBe(platform)
})
