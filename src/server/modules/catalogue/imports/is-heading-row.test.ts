import { expect, test } from 'vitest'
import { isHeadingRow } from './is-heading-row.ts'

test.each([
  '---',
  '▬▬▬▬▬▬▬▬',
  '::-------::',
  '⬇️ Instagram ⬇️',
  '👇🏻 TikTok Likes 👇🏻',
  '━━━ Telegram ━━━',
  '---- NEW SERVICES ----',
  '=== Подписчики ===',
  '****** Facebook ******',
  '⭐⭐⭐',
  '23',
  '1️⃣',
  '╔════╗',
  '★ ☆ ✦ ✪',
  '→ → →',
  '👇👇👇',
  '',
])('%j is a heading', (name) => {
  expect(isHeadingRow(name)).toBe(true)
})

test.each([
  'Instagram Likes',
  '⬇️ Instagram Likes | Fast',
  'Instagram Followers - 10K/Day ---',
  '🔥 Likes 🔥',
  '- Likes -',
  '*Followers* [HQ]',
  '★★★★★ Google reviews',
  '팔로워',
  '>>> Views',
  'ⓁⒾⓀⒺⓈ',
  'ⓛⓘⓚⓔⓢ',
  '🄻🄸🄺🄴🅂',
  '🅛🅘🅚🅔🅢',
  '🅻🅸🅺🅴🆂',
  '👍',
  '❤️ 👍 🔥',
])('%j is a service', (name) => {
  expect(isHeadingRow(name)).toBe(false)
})

test('a long name is judged at once', () => {
  const begun = process.threadCpuUsage()
  for (const one of ['-', '⬇', ' ', '-a']) isHeadingRow(one.repeat(100_000))
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(1_000)
})
