import type { Money } from '#contract/base/money.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'

import type { ShownService } from '#server/modules/catalogue/public/catalogue-queries.ts'

/** As many as a list to choose from shows at once. */
const PICKS_MAX = 12

export type ShownPlatform = {
  name: string
  services: number
  /** Per 1000; packages have a price of their own. */
  lowest: ShownService | null
  highest: Money | null
  picks: readonly ShownService[]
}

/** By platform, in the catalogue's order, which `shown` has. */
export function listPlatformPicks(shown: readonly ShownService[]): ShownPlatform[] {
  return [...Map.groupBy(shown, ({ platform }) => platform)].map(([name, services]) => {
    const counted = services.filter(({ type, rate }) => rulesOf(type).quantity === 'asked' && rate > 0n)
    return {
      name,
      services: services.length,
      lowest: counted.length === 0 ? null : counted.reduce(cheaper),
      highest: counted.length === 0 ? null : counted.reduce(dearer).rate,
      picks: pick(counted),
    }
  })
}

/** The cheapest of each category, then the next cheapest of each, until there are enough; shown in the catalogue's order. */
function pick(services: readonly ShownService[]): ShownService[] {
  const shelves = [...Map.groupBy(services, ({ category }) => category.id).values()].map((shelf) =>
    shelf.toSorted((one, other) => (one.rate < other.rate ? -1 : one.rate > other.rate ? 1 : 0)),
  )
  const picked = new Set<ShownService>()
  for (let round = 0; picked.size < PICKS_MAX && shelves.some((shelf) => round < shelf.length); round += 1)
    for (const shelf of shelves) {
      const next = shelf[round]
      if (next !== undefined && picked.size < PICKS_MAX) picked.add(next)
    }
  return services.filter((service) => picked.has(service))
}

function cheaper(one: ShownService, other: ShownService): ShownService {
  return other.rate < one.rate ? other : one
}

function dearer(one: ShownService, other: ShownService): ShownService {
  return other.rate > one.rate ? other : one
}
