import type { Category } from '#contract/catalogue/catalogue.ts'
import type { LinkTarget } from '#contract/orders/link-target.ts'
import { fetchServiceIndex } from './fetch-service-index.ts'
import type { SearchableService, ServiceFilter } from './search-services.ts'
import type { Order } from './sort-services.ts'

export type ServiceIndex = {
  services: readonly SearchableService[]
  byId: ReadonlyMap<number, SearchableService>
  categories: readonly Category[]
  /** The matching services, best first and otherwise in the catalogue's order, or sorted by `order`. */
  find: (filter: ServiceFilter, order?: Order) => readonly SearchableService[]
  /** The target of a text, if it is a link. */
  linkIn: (text: string) => LinkTarget | undefined
}

/** After this time the next use fetches again; with the browser's cache and the ETag that is a response without a body. */
const freshMilliseconds = 5 * 60_000

let kept: { index: Promise<ServiceIndex>; at: number; ready?: ServiceIndex } | undefined

/**
 * The catalogue in memory, fetched when a picker or a list is first used and shared by all. A failure is not cached:
 * the next call tries again.
 */
export function loadServiceIndex(): Promise<ServiceIndex> {
  if (kept !== undefined && isFreshServiceIndex()) return kept.index
  const entry: NonNullable<typeof kept> = { index: fetchServiceIndex(), at: Date.now() }
  kept = entry
  void settle(entry)
  return entry.index
}

async function settle(entry: NonNullable<typeof kept>): Promise<void> {
  try {
    entry.ready = await entry.index
  } catch {
    // The caller gets the error; the next call tries again.
    if (kept === entry) kept = undefined
  }
}

/** The catalogue, if it is loaded. */
export function readyServiceIndex(): ServiceIndex | undefined {
  return kept?.ready
}

export function isFreshServiceIndex(): boolean {
  return kept !== undefined && Date.now() - kept.at < freshMilliseconds
}

/** Called when the server reports that a price or service differs from what was shown. */
export function forgetServiceIndex(): void {
  kept = undefined
}
