import { isPackage } from '#contract/catalogue/package-types.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'

export const suggestionKinds = ['favourites', 'orderedLately', 'cheapest', 'fastest'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

type Shop = {
  services: readonly IndexedService[]
  favourites: ReadonlySet<number>
  /** Last ordered first. */
  ordered: readonly number[]
  /** The customer's own rate per 1000. */
  rateOf: (service: IndexedService) => bigint
  /** The form's filters. */
  platform: string | undefined
  categoryId: number | undefined
}

/** Four rows each: all of them fit on a screen with the form. */
export const suggestedMax = 4

/** Starting points of each kind; a kind without data is empty. One pass, and two short sorts. */
export function suggestServices({
  services,
  favourites,
  ordered,
  rateOf,
  platform,
  categoryId,
}: Shop): Record<SuggestionKind, readonly IndexedService[]> {
  const offered = services.filter(
    (service) =>
      (platform === undefined || service.platform === platform) &&
      (categoryId === undefined || service.category.id === categoryId),
  )
  const byId = new Map(offered.map((service) => [service.id, service]))
  const known = (ids: Iterable<number>) => [...ids].flatMap((id) => byId.get(id) ?? [])
  // Packages have no rate per 1000, and free services no price to compare.
  const priced = offered.filter((service) => !isPackage(service.type) && service.rate > 0n)
  const measured = offered.filter(({ measuredTime }) => measuredTime !== null)
  return {
    favourites: known(favourites).slice(0, suggestedMax),
    orderedLately: known(ordered).slice(0, suggestedMax),
    cheapest: least(priced, rateOf),
    fastest: least(measured, ({ measuredTime }) => BigInt(measuredTime?.seconds ?? 0)),
  }
}

/** In catalogue order if equal. */
function least(
  services: readonly IndexedService[],
  figureOf: (service: IndexedService) => bigint,
): readonly IndexedService[] {
  const figures = services.map((service) => ({ service, figure: figureOf(service) }))
  const sorted = figures.toSorted((one, other) =>
    one.figure < other.figure ? -1 : one.figure > other.figure ? 1 : 0,
  )
  return sorted.slice(0, suggestedMax).map(({ service }) => service)
}
