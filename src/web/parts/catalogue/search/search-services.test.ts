import { describe, expect, test } from 'vitest'
import { money } from '#contract/base/money.ts'
import { matchRanges, searchWords } from '#web/ui/text/fold-text.ts'
import { type IndexedService, searchServices, toSearchable } from './search-services.ts'

function make(id: number, name: string, rest: Partial<IndexedService> = {}) {
  return toSearchable({
    id,
    name,
    category: { id: 1, name: 'Instagram Followers' },
    platform: 'Instagram',
    rate: money(124_000_000n),
    min: 50,
    max: 100_000,
    type: 'Default',
    refill: false,
    cancel: false,
    averageTime: null,
    measuredTime: null,
    ...rest,
  })
}

function found(services: ReturnType<typeof make>[], text: string): number[] {
  return searchServices(services, { text }).map(({ id }) => id)
}

describe('searchServices', () => {
  const services = [
    make(7, 'Real likes, refill 1024 hours'),
    make(1024, 'Instagram Followers, real and active'),
    make(1187, 'Followers 𝐕𝐢𝐞𝐭𝐧𝐚𝐦 [30-day refill] 🚀'),
    make(9, 'Lượt thích từ Đà Nẵng', { category: { id: 2, name: 'Likes' }, platform: 'Facebook' }),
  ]

  test('finds by the beginnings of several words, whatever their place', () => {
    expect(found(services, 'fol inst')).toEqual([1024, 7, 1187])
    expect(found(services, 'inst fol refill')).toEqual([7, 1187])
  })

  test('finds the same while a text is being typed as for the whole text', () => {
    for (const text of ['instagram fol', 'no refill likes', 'lượt thich', '1024', 'eal act', 'ollow gram'])
      for (let end = 1; end <= text.length; end += 1)
        expect(found(services, text.slice(0, end)), text.slice(0, end)).toEqual(
          found([...services], text.slice(0, end)),
        )
    // Back, and on to another word.
    expect(found(services, 'fol')).toEqual(found([...services], 'fol'))
    expect(found(services, 'fox')).toEqual([])
    expect(found(services, 'foll')).toEqual(found([...services], 'foll'))
  })

  test("distinguishes refill from no refill, in names and by the service's terms", () => {
    const sold = [
      make(1, 'Likes | No Refill ⚠️'),
      make(2, 'Likes | 30 Days Refill'),
      make(3, 'Likes', { refill: true }),
      make(4, 'Likes | Non-refill'),
      make(5, 'Likes'),
    ]
    expect(found(sold, 'refill')).toEqual([2, 3])
    expect(found(sold, 'likes ref')).toEqual([2, 3])
    expect(found(sold, 'no refill')).toEqual([1, 4, 5])
    expect(found([make(1, 'Likes | No Refill')], 'refill')).toEqual([])
  })

  test('puts the service with that id first', () => {
    expect(found(services, '1024')).toEqual([1024, 7])
  })

  test('folds accents, styled letters and case', () => {
    expect(found(services, 'da nang')).toEqual([9])
    expect(found(services, 'VIETNAM')).toEqual([1187])
    expect(found(services, 'LƯỢT')).toEqual([9])
  })

  test('puts names that begin with the text before those that contain it elsewhere', () => {
    expect(found(services, 'followers')).toEqual([1187, 1024, 7])
  })

  test('looks inside of words only when no word begins so', () => {
    expect(found(services, 'etnam')).toEqual([1187])
    expect(found(services, 'zzz')).toEqual([])
  })

  test('returns everything for a text without letters and digits', () => {
    expect(found(services, ' 🚀 ')).toHaveLength(4)
  })

  test('filters by platform and category', () => {
    expect(searchServices(services, { text: '', platform: 'Facebook' }).map(({ id }) => id)).toEqual([9])
    expect(searchServices(services, { text: 'real', categoryId: 2 })).toEqual([])
  })

  test('searches 10,000 services well within the 40 ms budget of a keystroke', () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      make(at + 1, `TikTok Views ${at} | High quality | ${at % 90}-day refill | Instant start ⚡ Số ${at}`, {
        platform: 'TikTok',
        category: { id: 3, name: 'TikTok Views (targeted)' },
      }),
    )
    const times = ['t', 'ti', 'tik vie', 'tik vie ref', 'refill 30 instant', 'nothing at all', '999'].map(
      (text) => {
        const runs = Array.from({ length: 9 }, () => {
          // CPU time, independent of other processes.
          const start = process.threadCpuUsage()
          // A new array each time, so that no earlier result is reused.
          searchServices([...many], { text })
          const { user, system } = process.threadCpuUsage(start)
          return (user + system) / 1000
        })
        return runs.toSorted((one, other) => one - other)[0] ?? Infinity
      },
    )
    // Some 5 ms each; a slower machine may take some more.
    expect(Math.max(...times)).toBeLessThan(100)
  })
})

describe('matchRanges', () => {
  function marked(text: string, search: string): string[] {
    return matchRanges(text, searchWords(search)).map(([start, end]) => text.slice(start, end))
  }

  test('returns the original letters of each match', () => {
    expect(marked('Instagram Followers', 'inst fol')).toEqual(['Inst', 'Fol'])
    expect(marked('🚀 𝐈𝐧𝐬𝐭𝐚gram, Đà Nẵng', 'insta da nang')).toEqual(['𝐈𝐧𝐬𝐭𝐚', 'Đà', 'Nẵng'])
  })

  test('joins matches that overlap', () => {
    expect(marked('refill', 'ref refi')).toEqual(['refi'])
  })

  test('takes a letter with its combining accents', () => {
    expect(marked('Nẵng'.normalize('NFD') + ' x', 'nang')).toEqual(['Nẵng'.normalize('NFD')])
  })
})
