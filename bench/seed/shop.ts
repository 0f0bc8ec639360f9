import { platforms } from '#contract/catalogue/platforms.ts'
import {
  copyCategory,
  copyService,
  type CopiedService,
  COPIED_QUANTITY_MAX,
} from '#server/modules/catalogue/copy-catalogue.ts'
import { copyProvider } from '#server/modules/providers/copy-providers.ts'
import { makeSecrets } from '#server/lib/crypto/secrets.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import { seedSecretKey } from './known-accounts.ts'
import type { Random } from './random.ts'

export type Shop = {
  customers: number
  services: readonly CopiedService[]
  /** The past lasts from here to `now`. */
  openedAt: number
  now: number
}

const DAY_MS = 86_400_000
const DAYS = 730
const PROVIDERS = 20
const FIRST_PROVIDER_ID = 101
/** The last provider has been unreachable for these hours: queued orders wait for it, and so do open refills. */
export const STOPPED_PROVIDER_ID = FIRST_PROVIDER_ID + PROVIDERS - 1
export const STOPPED_MS = 6 * 3_600_000
const RATE_STEP = 10_000n
const words = ['Followers', 'Likes', 'Views', 'Comments', 'Subscribers', 'Shares', 'Saves', 'Members']
const qualities = ['Real', 'Premium', 'Fast', 'Slow', 'Mixed', 'HQ', 'Worldwide', 'USA', 'Brazil', 'Vietnam']

/** What a shop with that many orders sells, and since when. */
export function planShop({ orders, now, random }: { orders: number; now: number; random: Random }): Shop {
  // Not at the start of a day: then the rows would depend on the time of day of `now`.
  const openedAt = now - DAYS * DAY_MS
  const count = Math.min(10_000, Math.max(200, Math.round(orders / 1_000)))
  const services = Array.from({ length: count }, (_, place) => planService(place + 1, { openedAt, random }))
  return { customers: Math.max(50, Math.round(orders / 100)), services, openedAt, now }
}

function planService(id: number, { openedAt, random }: { openedAt: number; random: Random }): CopiedService {
  const category = Math.floor((id - 1) / 20)
  const platform = platforms[category % platforms.length] ?? 'Other'
  const kind = words[random.below(words.length)] ?? ''
  const quality = qualities[random.below(qualities.length)] ?? ''
  const isByHand = id % 40 === 39
  const rate = BigInt(1_000 + random.below(30_000)) * RATE_STEP
  const supplies = Array.from({ length: isByHand ? 0 : 1 + random.below(3) }, (_, place) => ({
    id: id * 3 + place,
    providerId: FIRST_PROVIDER_ID + ((id + place * 7) % PROVIDERS),
    service: String(10_000 + id * 3 + place),
    costRate: ((rate * BigInt(60 + random.below(20))) / 100n / 1_000n) * 1_000n,
  }))
  return {
    id,
    categoryId: category + 1,
    platform,
    name: `${platform} ${kind} [${quality}] [Max ${COPIED_QUANTITY_MAX / 1000}K] ${id}`,
    type: id % 20 === 11 ? 'Package' : id % 50 === 7 ? 'Custom Comments' : 'Default',
    rate,
    refill: random.isOnce(3),
    cancel: random.isOnce(2),
    isActive: id % 30 !== 17,
    supplies,
    createdAt: new Date(openedAt),
  }
}

export const listProviderIds = () =>
  Array.from({ length: PROVIDERS }, (_, place) => FIRST_PROVIDER_ID + place)

export function copyShop(rows: CopyTables, { services, openedAt, now }: Shop): void {
  const secrets = makeSecrets(seedSecretKey)
  for (const id of listProviderIds())
    copyProvider(rows, secrets, {
      id,
      slug: `panel-${id - FIRST_PROVIDER_ID + 1}`,
      createdAt: new Date(openedAt),
      stoppedAt: id === STOPPED_PROVIDER_ID ? new Date(now - STOPPED_MS) : null,
    })
  let lastCategory = 0
  for (const service of services) {
    if (service.categoryId !== lastCategory)
      copyCategory(rows, {
        id: service.categoryId,
        name: `Category ${service.categoryId}`,
        platform: service.platform,
      })
    lastCategory = service.categoryId
    copyService(rows, service)
  }
}
