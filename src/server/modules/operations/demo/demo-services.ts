import { type Kysely, sql } from 'kysely'

import { UNITS_PER_USD } from '#contract/base/money.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** A service for sale with the supply that fulfils it. */
export type DemoService = {
  id: number
  name: string
  type: string
  platform: string
  min: number
  max: number
  rate: bigint
  refill: boolean
  cancel: boolean
  supply_id: number
  provider_service: string
  cost_rate: bigint
}

/** Services that the demo's customers order; `popular` by sales. */
export type DemoCatalogue = { all: readonly DemoService[]; popular: readonly DemoService[] }

/** Platforms of the best sellers, best first. Few, since a service has a measured time only after ten orders. */
const bestPlatforms = [
  'Instagram',
  'TikTok',
  'YouTube',
  'Instagram',
  'Telegram',
  'Instagram',
  'TikTok',
  'Facebook',
  'YouTube',
  'Instagram',
  'Twitter',
  'Telegram',
  'TikTok',
  'Instagram',
  'YouTube',
  'Facebook',
  'Spotify',
  'Instagram',
  'TikTok',
  'Telegram',
  'YouTube',
  'Twitter',
]

/** One provider's services for the demo: of the default type, not below cost, with a smallest order under $3. */
export async function listDemoServices(db: Kysely<DB>, providerId: number): Promise<DemoCatalogue> {
  const { rows } = await sql<DemoService>`
    select services.id, services.name, type, platform, min, max, rate, refill, cancel, supplies.id as supply_id,
      provider_service, cost_rate
    from services
    join supplies on supplies.service_id = services.id and supplies.is_active and supplies.provider_id = ${providerId}
    where type = 'Default' and services.is_active and deleted_at is null and cost_rate <= rate
    order by services.id`.execute(db)
  const all = rows.filter(({ min, rate }) => (rate * BigInt(min)) / 1000n < 3n * UNITS_PER_USD)
  return { all, popular: pickPopular(all) }
}

/** Spread over each platform's list, for variety. */
function pickPopular(all: readonly DemoService[]): DemoService[] {
  const places = new Map<string, number>()
  const picked = bestPlatforms.map((platform) => {
    const own = all.filter((service) => service.platform === platform)
    const place = places.get(platform) ?? 0
    places.set(platform, place + 1)
    return own[Math.floor(place * 0.37 * own.length) % Math.max(1, own.length)]
  })
  return [...new Set(picked.filter((service) => service !== undefined))]
}
