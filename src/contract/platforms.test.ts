import { expect, test } from 'vitest'

import { featuredPlatforms, guessPlatform, OTHER_PLATFORM, platformOfLink, platforms } from './platforms.ts'

test.each([
  ['Instagram | Views | Reach', '', 'Instagram'],
  ['Youtube | Monetizable | Youtube Views', '', 'YouTube'],
  ['YouTube Views [from Facebook ads]', '', 'YouTube'],
  ['Twitter Retweets', '', 'Twitter'],
  ['X Followers, real', '', 'Twitter'],
  ['Max 10K per day', 'TikTok Likes', 'TikTok'],
  ['Tik Tok live', '', 'TikTok'],
  ['VK group members', '', 'VK'],
  ['Vkusno', '', 'Other'],
  ['𝐈𝐧𝐬𝐭𝐚𝐠𝐫𝐚𝐦 Followers', '', 'Instagram'],
  ['IGTV views', '', 'Instagram'],
  ['Bilibili Views', '', 'Other'],
  ['Website Traffic', 'Max speed', 'Other'],
  ['Telegram: post views', 'Views', 'Telegram'],
])('%s (%s) is for %s', (name, category, platform) => {
  expect(guessPlatform(name, category)).toBe(platform)
})

test('every network of the specification is known by its keyword, and the six with a page are among them', () => {
  const keywords =
    'facebook instagram youtube twitter telegram tiktok linkedin pinterest snapchat reddit twitch vk soundcloud spotify ' +
    'vimeo discord threads whatsapp'
  const guessed = keywords.split(' ').map((keyword) => guessPlatform(`Good ${keyword} service`, ''))
  expect([...guessed, OTHER_PLATFORM]).toEqual(platforms)
  expect(guessed.map((name) => name.toLowerCase()).join(' ')).toBe(keywords)
  expect(OTHER_PLATFORM).toBe('Other')
  expect(guessed).toEqual(expect.arrayContaining([...featuredPlatforms]))
})

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
