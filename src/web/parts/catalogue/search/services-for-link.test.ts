import { expect, test } from 'vitest'

import { money } from '#contract/base/money.ts'
import type { ServiceType } from '#contract/catalogue/service-types.ts'

import type { IndexedService } from './search-services.ts'
import { servicesForLink } from './services-for-link.ts'

type Given = { name: string; rate?: number; platform?: string; category?: string; type?: ServiceType }

function make(
  { name, rate = 1, platform = 'Instagram', category = '', type = 'Default' }: Given,
  at: number,
) {
  const service: IndexedService = {
    id: at + 1,
    name,
    category: { id: 1, name: category },
    platform,
    rate: money(BigInt(rate)),
    min: 1,
    max: 10,
    type,
    refill: false,
    cancel: false,
    averageTime: null,
    measuredTime: null,
  }
  return service
}

const services = [
  { name: 'Instagram Followers', rate: 9 },
  { name: 'Instagram Likes from real followers', rate: 7 },
  { name: 'Instagram Views', rate: 2 },
  { name: 'Package of likes', rate: 1, type: 'Package' as const },
  { name: 'Premium boost', rate: 3 },
  { name: 'TikTok Likes', rate: 1, platform: 'TikTok' },
  { name: 'Best quality', rate: 4, category: 'Instagram | Followers' },
  { name: 'Подписчики Instagram', rate: 5 },
  { name: 'Instagram - Lượt xem', rate: 6 },
].map(make)

const namesFor = (
  kind: 'post' | 'profile' | undefined,
  rateOf = ({ rate }: IndexedService): bigint => rate,
) => servicesForLink(services, { platform: 'Instagram', kind }, rateOf).map(({ name }) => name)

test('for a post: likes, views and comments, the cheapest first; then packages, unknown kinds and followers', () => {
  expect(namesFor('post')).toEqual([
    'Instagram Views',
    'Instagram - Lượt xem',
    'Instagram Likes from real followers',
    'Package of likes',
    'Premium boost',
    'Best quality',
    'Подписчики Instagram',
    'Instagram Followers',
  ])
})

test("for a profile: followers first; the customer's own rate decides which is cheapest", () => {
  expect(namesFor('profile').slice(0, 4)).toEqual([
    'Best quality',
    'Подписчики Instagram',
    'Instagram Followers',
    'Premium boost',
  ])
  const own = ({ id, rate }: IndexedService) => (id === 1 ? 0n : rate)
  expect(namesFor('profile', own)[0]).toBe('Instagram Followers')
})

test('for a link of unknown kind: all services of its platform by price', () => {
  expect(namesFor(undefined).slice(0, 3)).toEqual(['Instagram Views', 'Premium boost', 'Best quality'])
  expect(namesFor(undefined)).toHaveLength(8)
})
