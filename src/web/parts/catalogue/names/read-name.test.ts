import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repeatedTexts, superlinear } from '#test/growth.ts'
import { toMinutes } from '#web/parts/catalogue/service/average-time.ts'
import { partsOf } from './name-parts.ts'
import { type Named, readName, readNameAmong } from './read-name.ts'
import { cutMiddle, shortName } from './short-name.ts'

/**
 * Names in the forms that panels write: "# platform / category", then its names in order, each followed by how it is
 * read among its neighbours: the title, then the chips.
 */
const groups = readFileSync(join(import.meta.dirname, 'name-cases.txt'), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((group) => {
    const [head = '', ...lines] = group.trimEnd().split('\n')
    const [platform = '', category = ''] = head.split(' / ')
    const names = lines.filter((_line, at) => at % 2 === 0)
    const services = names.map((name): Named => ({ name, category: { name: category }, platform, max: 1e9 }))
    const meant = lines.filter((_line, at) => at % 2 === 1).map((line) => line.replace('  = ', ''))
    return { names, meant, read: services.map((_service, at) => readNameAmong(services, at)) }
  })

test('360 names are read correctly', () => {
  const said = groups.flatMap(({ names, meant, read }) =>
    read.map(({ title, chips }, at) => ({
      name: names[at],
      meant: meant[at],
      said: [title, ...chips.map(({ kind, text }) => `${kind}: ${text}`)].join(' ¦ '),
    })),
  )
  expect(said.length).toBeGreaterThanOrEqual(360)
  expect(said.filter((one) => one.said !== one.meant)).toEqual([])
})

test('no two neighbours have the same title', () => {
  const same = groups.flatMap(({ read }) =>
    read.filter(({ title }, at) => title.toLowerCase() === read[at - 1]?.title.toLowerCase()),
  )
  expect(same).toEqual([])
})

test('no bracket is opened in a title and closed in a chip, or the other way round', () => {
  const depthOf = (text: string) =>
    text.replaceAll(/[^[({]/g, '').length - text.replaceAll(/[^\])}]/g, '').length
  const torn = groups.flatMap(({ names, read }) =>
    read.filter(({ title, chips }, at) => {
      const isWhole = depthOf(names[at] ?? '') === 0
      return isWhole && [title, ...chips.map(({ text }) => text)].some((text) => depthOf(text) !== 0)
    }),
  )
  expect(torn).toEqual([])
})

test('the largest quantity is not repeated as a chip', () => {
  const service = { name: 'Page Likes | Max 50K | R30', category: { name: 'X' }, platform: 'Facebook' }
  expect(readName({ ...service, max: 50_000 }).chips).toEqual([{ kind: 'refill', text: 'R30' }])
  expect(readName({ ...service, max: 60_000 }).chips).toHaveLength(2)
})

test('neighbours of the same title show what differs, or their full names if nothing does', () => {
  const toService = (name: string) => ({ name, category: { name: 'X' }, platform: 'Telegram', max: 1 })
  const titlesOf = (names: string[]) => {
    const services = names.map(toService)
    return services.map((_service, at) => readNameAmong(services, at).title)
  }
  expect(titlesOf(['Views | R30', 'Views | R60', 'Views | 👍 | R30', 'Views | 😡 | R30'])).toEqual([
    'Views · R30',
    'Views · R60',
    'Views · 👍',
    'Views · 😡',
  ])
  expect(titlesOf(['Views | 5K/Day', 'Views | R30', 'Views | R30 | 5K/Day'])).toEqual([
    'Views',
    'Views · R30',
    'Views · 5K/Day',
  ])
  expect(titlesOf(['Views | R30 🔥', 'Views | R30 🔝', 'Likes | R30'])).toEqual([
    'Views | R30 🔥',
    'Views | R30 🔝',
    'Likes',
  ])
})

test('any two neighbours with different names have different titles', () => {
  const chips = ['R30', 'R60', 'Turkey', 'HQ', 'Fast', '5K/Day', 'Max 5K', 'Instant', 'New', '🔥', '👍']
  let seed = 7
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const services = Array.from({ length: 4_000 }, () => {
    const said = Array.from({ length: next(4) }, () => chips[next(chips.length)])
    const name = [next(3) === 0 ? 'Likes' : 'Views', ...said].join(' | ')
    return { name, category: { name: 'X' }, platform: 'Telegram', max: 1 }
  })
  const same = services.filter((service, at) => {
    const before = services[at - 1]
    if (before === undefined || before.name === service.name) return false
    const titles = [readNameAmong(services, at), readNameAmong(services, at - 1)].map(({ title }) => title)
    return titles[0]?.toLowerCase() === titles[1]?.toLowerCase()
  })
  expect(same).toEqual([])
})

test('a category is never split inside brackets', () => {
  expect(partsOf('Followers [Real | HQ] | Fast - R30')).toEqual(['Followers [Real | HQ]', 'Fast - R30'])
  expect(partsOf('Followers (Real | HQ')).toEqual(['Followers (Real | HQ'])
})

test('a name without anything specific keeps a title', () => {
  for (const name of ['|', '🔥', ' - ', 'Instagram'])
    expect(readName({ name, category: { name: 'X' }, platform: 'Instagram', max: 1 }).title).toBe(name.trim())
})

test("a single name omits what its other parts say, and is cut where services don't differ", () => {
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
    readName({ name: text, category: { name: '' }, platform: text.slice(0, 1), max: 1 })
    shortName(text)
    cutMiddle(text, 80)
    toMinutes(text)
  }
  expect(superlinear(readAll, { length: 500 })).toEqual([])
  for (const mark of ['|', ' - ', ' [a] ', '(']) {
    const marked = (text: string) => readAll(text.replaceAll(/./gu, `$&${mark}`))
    expect(superlinear(marked, { length: 500, textsOf: repeatedTexts })).toEqual([])
  }
})

test('a name is read within a millisecond, since a user scrolls past thousands', () => {
  const name =
    'Instagram | Followers | Instagram Followers | INDIA 🇮🇳 | Refill 90 Days | Max 400k | Speed 5k/day'
  const service = { name, category: { name: 'Instagram | Followers' }, platform: 'Instagram', max: 1 }
  const begun = process.threadCpuUsage()
  for (let at = 0; at < 2_000; at += 1) readName({ ...service, name: `${name} ${at}` })
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(2_000)
})
