import { expect, test } from 'vitest'

import { targetOfLink } from './link-target.ts'

test.each([
  ['https://www.instagram.com/p/C1a2B3/', 'Instagram', 'post'],
  ['https://www.instagram.com/linh.studio/reel/C1a2B3/?igsh=x', 'Instagram', 'post'],
  ['instagram.com/linh.studio?igsh=MW1', 'Instagram', 'profile'],
  ['https://www.instagram.com/', 'Instagram', undefined],
  ['https://www.facebook.com/linh/posts/123', 'Facebook', 'post'],
  ['https://fb.watch/abc/', 'Facebook', 'post'],
  ['https://m.facebook.com/story.php?story_fbid=1&id=2', 'Facebook', 'post'],
  ['https://www.facebook.com/groups/growers/', 'Facebook', 'profile'],
  ['https://www.facebook.com/linh.studio', 'Facebook', 'profile'],
  ['https://www.youtube.com/watch?v=abc', 'YouTube', 'post'],
  ['https://youtu.be/abc?t=1', 'YouTube', 'post'],
  ['https://youtube.com/shorts/abc', 'YouTube', 'post'],
  ['https://www.youtube.com/@linh', 'YouTube', 'profile'],
  ['https://www.youtube.com/channel/UC123', 'YouTube', 'profile'],
  ['https://x.com/linh/status/123?s=20', 'Twitter', 'post'],
  ['https://twitter.com/linh', 'Twitter', 'profile'],
  ['https://t.me/linh/123', 'Telegram', 'post'],
  ['https://t.me/c/1234/56', 'Telegram', 'post'],
  ['t.me/+AbCd', 'Telegram', 'profile'],
  ['https://t.me/linh', 'Telegram', 'profile'],
  ['https://www.tiktok.com/@linh/video/123', 'TikTok', 'post'],
  ['https://vm.tiktok.com/ZM123/', 'TikTok', 'post'],
  ['https://www.tiktok.com/@linh?lang=en', 'TikTok', 'profile'],
  ['https://www.linkedin.com/in/linh/', 'LinkedIn', 'profile'],
  ['https://www.linkedin.com/posts/linh_1', 'LinkedIn', 'post'],
  ['https://www.pinterest.com/pin/123/', 'Pinterest', 'post'],
  ['https://www.reddit.com/r/pics/comments/abc/x/', 'Reddit', 'post'],
  ['https://www.reddit.com/r/pics/', 'Reddit', 'profile'],
  ['https://www.twitch.tv/linh', 'Twitch', 'profile'],
  ['https://vk.com/wall-1_2', 'VK', 'post'],
  ['https://vk.com/linh', 'VK', 'profile'],
  ['https://soundcloud.com/linh/song', 'SoundCloud', 'post'],
  ['https://soundcloud.com/linh', 'SoundCloud', 'profile'],
  ['https://open.spotify.com/track/1', 'Spotify', 'post'],
  ['https://open.spotify.com/artist/1', 'Spotify', 'profile'],
  ['https://vimeo.com/123', 'Vimeo', 'post'],
  ['https://discord.gg/abc', 'Discord', 'profile'],
  ['https://www.threads.net/@linh/post/C1', 'Threads', 'post'],
  ['https://www.threads.net/@linh', 'Threads', 'profile'],
] as const)('%s is of %s: %s', (link, platform, kind) => {
  expect(targetOfLink(` ${link} `)).toEqual({ platform, kind })
})

test('a name, a search and an unknown host are no links of a platform', () => {
  for (const text of ['', '@linh', 'instagram followers', 'https://example.com/p/1'])
    expect(targetOfLink(text)).toBeUndefined()
})
