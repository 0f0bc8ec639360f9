import { expect, test } from 'vitest'
import { superlinear } from '#test/growth.ts'
import { toMinutes } from '#web/parts/catalogue/service/average-time.ts'
import { readName } from './read-name.ts'
import { cutMiddle, shortName } from './short-name.ts'

function read(name: string, category: string, platform: string): string {
  const { title, chips } = readName({ name, category: { name: category }, platform, max: 50_000 })
  return [title, ...chips.map(({ kind, text }) => `${kind}: ${text}`)].join(' | ')
}

test.each([
  // What the category says is dropped, and the platform; what is said of the service are chips.
  ['Instagram | Views | Instagram Reach + Saves', 'Instagram | Views', 'Instagram', 'Reach + Saves'],
  ['Tiktok | Likes | Tiktok Likes | Speed: 5K/Day', 'Tiktok | Likes', 'TikTok', 'Likes | speed: 5K/Day'],
  ['Tiktok | Likes | 10k/day', 'Tiktok | Likes', 'TikTok', 'Likes | speed: 10k/day'],
  [
    'Youtube | Likes | 𝐘𝐨𝐮𝐓𝐮𝐛𝐞 - Real Likes | 🇰🇷 SOUTH KOREA 🇰🇷 | Day 50K',
    'Youtube | Likes',
    'YouTube',
    'Real Likes | country: 🇰🇷 South Korea | speed: 50K/day',
  ],
  // What brackets say is a part of its own, what they name is not.
  [
    '[NEW] Telegram Mentions [Custom List] [30 Days Refill] - Max 20K - 500 - 1k/day - INSTANT START',
    '✈️ Telegram Mentions',
    'Telegram',
    'Mentions [Custom List] | other: NEW | refill: 30 Days Refill | max: Max 20K | speed: 500 - 1k/day | start: Instant start',
  ],
  // The largest quantity stands beside it already.
  [
    'Facebook Page Likes ~ Max 50K ~ No Refill ⚠️',
    '👍 Facebook Page Likes',
    'Facebook',
    'Page Likes | refill: No Refill ⚠️',
  ],
  ['Telegram', 'Telegram | Telegram', 'Telegram', 'Telegram'],
  [
    'A sentence that nobody would cut into a chip | so long is what is said here of it',
    'X',
    'Other',
    'A sentence that nobody would cut into a chip · so long is what is said here of it',
  ],
])('"%s" in "%s" is read as it is meant', (name, category, platform, said) => {
  expect(read(name, category, platform)).toBe(said)
})

test('a name that says nothing of its own keeps a title', () => {
  for (const name of ['|', '🔥', ' - ', 'Instagram'])
    expect(read(name, 'Instagram', 'Instagram')).not.toBe('')
})

test('a name alone is short of what its other parts say, and cut where services do not differ', () => {
  expect(shortName('Instagram | Views | Instagram Views | Speed 1M/day')).toBe(
    'Instagram Views · Speed 1M/day',
  )
  expect(shortName('Followers')).toBe('Followers')
  const one = 'Mentions with hashtags by real and active people with pictures · 30 Days Refill'
  expect(cutMiddle(one, 40)).toBe('Mentions with hashtags … 30 Days Refill')
  const ordered = 'Instagram Followers · Turkey · Max 500K · 1K/Day · Instant · 60 Days Guaranteed'
  expect(cutMiddle(ordered, 64)).toBe('Instagram Followers · Turkey · Max … 60 Days Guaranteed')
  expect(cutMiddle(`${'🇻🇳'.repeat(30)}x`, 10)).toBe(`${'🇻🇳'.repeat(6)}…🇻🇳🇻🇳x`)
})

test('whatever a name is, reading it takes ten times as long for ten times as much', () => {
  const readAll = (text: string) => {
    readName({ name: text, category: { name: text.slice(1) }, platform: 'Instagram', max: 1 })
    shortName(text)
    cutMiddle(text, 80)
    toMinutes(text)
  }
  expect(superlinear(readAll, { length: 500 })).toEqual([])
  for (const mark of ['|', ' - ', ' [a] ']) {
    expect(superlinear((text) => readAll(text.replaceAll(/./gu, `$&${mark}`)), { length: 500 })).toEqual([])
  }
})

test('10,000 names are read in no more time than one scrolls past them', () => {
  const name =
    'Instagram | Followers | Instagram Followers | INDIA 🇮🇳 | Refill 90 Days | Max 400k | Speed 5k/day'
  const service = { name, category: { name: 'Instagram | Followers' }, platform: 'Instagram', max: 1 }
  const begun = process.threadCpuUsage()
  for (let at = 0; at < 10_000; at += 1) readName({ ...service, name: `${name} ${at}` })
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(10_000)
})
