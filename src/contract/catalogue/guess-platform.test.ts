import { expect, test } from 'vitest'

import { guessPlatform } from './guess-platform.ts'
import { featuredPlatforms, OTHER_PLATFORM, platforms } from './platforms.ts'

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

test('every platform of the specification is found by its keyword, including the six with a page', () => {
  const keywords =
    'facebook instagram youtube twitter telegram tiktok linkedin pinterest snapchat reddit twitch vk soundcloud spotify ' +
    'vimeo discord threads whatsapp'
  const guessed = keywords.split(' ').map((keyword) => guessPlatform(`Good ${keyword} service`, ''))
  expect([...guessed, OTHER_PLATFORM]).toEqual(platforms)
  expect(guessed.map((name) => name.toLowerCase()).join(' ')).toBe(keywords)
  expect(OTHER_PLATFORM).toBe('Other')
  expect(guessed).toEqual(expect.arrayContaining([...featuredPlatforms]))
})
