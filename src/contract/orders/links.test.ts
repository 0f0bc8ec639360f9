import { describe, expect, test } from 'vitest'

import { superlinear } from '#test/growth.ts'

import { foreignPlatformOf, isLink, toLinkKey } from './links.ts'
import { limits } from '#contract/base/limits.ts'
import { platforms } from '#contract/catalogue/platforms.ts'

const longest = (beginning: string) => beginning.padEnd(limits.linkMax, 'x')

describe('whatever the platform, a link may be', () => {
  test.each([
    'https://www.instagram.com/p/Cx_1-2/',
    'http://example.com',
    'HTTPS://Instagram.com/Someone',
    'hTTp://example.com/a?b=c:d#e',
    'https://www.tiktok.com/@someone/video/1?lang=vi',
    'https://xn--mnchen-3ya.de/a',
    'https://münchen.de/straße',
    'https://ko.wikipedia.org/wiki/한국',
    'https://example.com:8443/a',
    'https://127.0.0.1:3000/a',
    'https://[2001:db8::1]/a',
    'https://example.com?javascript:alert(1)',
    longest('https://example.com/'),
  ])('%.60s', (link) => {
    for (const platform of platforms) expect([platform, isLink(link, platform)]).toEqual([platform, true])
  })
})

describe('whatever the platform, a link is never', () => {
  test.each([
    '',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\u200b:alert(1)',
    'ｊavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com/a',
    'mailto:a@example.com',
    'tg://resolve?domain=x',
    'spotify:track:1',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    'https:',
    'https://',
    'https:///a',
    'https:/example.com',
    'https:example.com',
    'https://?a',
    'https://:80/a',
    'https://.example.com',
    'https://example.com:x/a',
    'https://user:pass@example.com/a',
    'https://user@example.com',
    'https://instagram.com@example.com/a',
    'https://instagram.com\\@example.com',
    'https:\\\\example.com',
    'user:pass@example.com',
    '//example.com/a',
    '/a',
    '?a',
    'https://exam ple.com',
    'https://example.com/a b',
    'https://example.com/\u0000',
    'https://example.com/\u202emoc',
    'https://example.com/\ud83d',
    'two words',
    '@',
    '@@someone',
    '<script>',
    'some/one/else',
    longest('javascript:'),
    longest('a/'),
  ])('%.60j', (link) => {
    for (const platform of [...platforms, 'Zulip'])
      expect([platform, isLink(link, platform)]).toEqual([platform, false])
  })
})

test.each([
  ['Instagram', '@some.one_1', true],
  ['Instagram', 'someone', true],
  ['instagram', 'instagram.com/someone', true],
  ['Instagram', 'www.instagram.com/p/1', true],
  ['Instagram', 'tiktok.com/@someone', false],
  ['Instagram', 'example.com/instagram.com', false],
  ['Telegram', 't.me/+AbC-dEf_1', true],
  ['Telegram', 'T.me/joinchat/x', true],
  ['Telegram', '@channel', true],
  ['Telegram', '+AbC', false],
  ['TikTok', '@ngườidùng', true],
  ['YouTube', '@handle', true],
  ['YouTube', 'youtu.be/abc?t=1', true],
  ['Discord', 'discord.gg/abc', true],
  ['WhatsApp', 'chat.whatsapp.com/AbC', true],
  ['WhatsApp', '+84901234567', true],
  ['WhatsApp', 'someone', false],
  ['Reddit', 'r/all', true],
  ['Reddit', '/u/some-one', true],
  ['Twitter', 'r/all', false],
  ['LinkedIn', 'linkedin.com/in/someone', true],
  ['LinkedIn', 'someone', false],
  ['Spotify', 'open.spotify.com/track/1', true],
  ['Spotify', '@someone', false],
  ['Other', 'example.com', true],
  ['Other', 'sub.example.co.uk/a?b', true],
  ['Other', 'someone', true],
  ['Zulip', 'chat.example.com/#narrow', true],
  ['Zulip', 'a'.repeat(101), false],
])('on %s, %s is a link: %s', (platform, text, isOne) => {
  expect(isLink(text, platform)).toBe(isOne)
})

test.each(['Instagram', 'Reddit', 'Other'])(
  'takes at most ten times as long for ten times as much, on %s',
  (platform) => {
    expect(superlinear((text) => isLink(text, platform))).toEqual([])
    for (const before of ['https://', 't.me/', 'a.'])
      expect(superlinear((text) => isLink(before + text, platform))).toEqual([])
  },
)

test.each([
  ['https://www.tiktok.com/@someone', 'Instagram', 'TikTok'],
  ['https://www.instagram.com/p/1', 'Instagram', undefined],
  ['someone', 'Instagram', undefined],
  ['https://example.com/a', 'Instagram', undefined],
  ['https://www.tiktok.com/@someone', 'Other', undefined],
])('%s for %s is a link of another platform: %s', (link, platform, foreign) => {
  expect(foreignPlatformOf(link, platform)).toBe(foreign)
})

test.each<[string, string, boolean]>([
  ['https://www.Example.com/Post/', 'http://example.com/Post', true],
  ['example.com/a?b=1', ' https://EXAMPLE.com/a?b=1//', true],
  ['@someone', '@someone', true],
  ['https://example.com/Post', 'https://example.com/post', false],
  ['https://example.com/a', 'https://example.com/a?b', false],
  ['https://example.com/a', 'https://example.org/a', false],
])('%s and %s are the same link in two lists: %s', (one, other, areSame) => {
  expect(toLinkKey(one) === toLinkKey(other)).toBe(areSame)
})
