import type { Money } from '#contract/base/money.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'

import type { ShownService } from './shown-services.ts'

/** Max. services in a picker. */
const PICKS_MAX = 12

export type ShownPlatform = {
  name: string
  services: number
  /** Rates per 1000; packages are left out. */
  lowest: ShownService | null
  highest: Money | null
  picks: readonly ShownService[]
}

/** By platform, in the catalogue's order. */
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

/** The cheapest of each category, then the second cheapest of each, and so on; returned in the catalogue's order. */
function pick(services: readonly ShownService[]): ShownService[] {
  const byCategory = [...Map.groupBy(services, ({ category }) => category.id).values()].map((category) =>
    category.toSorted((one, other) => (one.rate < other.rate ? -1 : one.rate > other.rate ? 1 : 0)),
  )
  const picked = new Set<ShownService>()
  for (
    let round = 0;
    picked.size < PICKS_MAX && byCategory.some((category) => round < category.length);
    round += 1
  )
    for (const category of byCategory) {
      const next = category[round]
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
