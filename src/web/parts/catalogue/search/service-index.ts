import type { Category } from '#contract/catalogue/catalogue.ts'
import type { LinkTarget } from '#contract/orders/link-target.ts'
import { fetchServiceIndex } from './fetch-service-index.ts'
import type { SearchableService, ServiceFilter } from './search-services.ts'
import type { Order } from './sort-services.ts'

export type ServiceIndex = {
  services: readonly SearchableService[]
  byId: ReadonlyMap<number, SearchableService>
  categories: readonly Category[]
  /** What fits, the best first and otherwise in the catalogue's order, or as `order` says. */
  find: (filter: ServiceFilter, order?: Order) => readonly SearchableService[]
  /** What a text leads to, where it is a link. */
  linkIn: (text: string) => LinkTarget | undefined
}

/** After this the next touch asks again; the browser's cache and the ETag make that an answer without a body. */
const freshMilliseconds = 5 * 60_000

let kept: { index: Promise<ServiceIndex>; at: number; ready?: ServiceIndex } | undefined

/**
 * The catalogue in memory, fetched when a picker or a list is first touched and shared by all of them. A failure is not
 * cached: the next call tries again.
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
    // The caller gets the error; the next call asks again.
    if (kept === entry) kept = undefined
  }
}

/** The catalogue when it is already here. */
export function readyServiceIndex(): ServiceIndex | undefined {
  return kept?.ready
}

export function isFreshServiceIndex(): boolean {
  return kept !== undefined && Date.now() - kept.at < freshMilliseconds
}

/** For the moment in which the server says that a price or a service is not what was shown. */
export function forgetServiceIndex(): void {
  kept = undefined
}
