import { expect, test } from 'vitest'

import { soldBy } from './sold-thing.ts'

test.each([
  ['Instagram Followers [Real | R30 ♻️] 0-1 Hr – 10K/Day', 'followers', 'Instagram'],
  ['𝐈𝐧𝐬𝐭𝐚𝐠𝐫𝐚𝐦 𝐋𝐢𝐤𝐞𝐬 HQ', 'likes', 'Instagram'],
  ['YouTube Live Stream Views', 'views', 'YouTube'],
  ['Telegram Members | Non Drop', 'members', 'Telegram'],
  ['Подписчики ВК, живые', 'followers', undefined],
  ['VK Подписчики', 'followers', 'VK'],
  ['TikTok - Lượt xem video', 'views', 'TikTok'],
  ['Tăng theo dõi Facebook', 'followers', 'Facebook'],
  ['Custom Comments', 'comments', undefined],
  ['1 Vote', 'votes', undefined],
])('%s sells %s', (name, kind, platform) => {
  expect(soldBy(name)).toEqual({ kind, platform })
})

test.each([
  'Instagram Likes + Views',
  'Instagram Comment Likes',
  'Likes from Real Followers',
  'Netflix Premium Account',
  'YouTube Watch Time 4000 hours',
  'Preview', // not "view"
  '',
])('%s says nothing, or several things', (name) => {
  expect(soldBy(name)).toBeUndefined()
})
