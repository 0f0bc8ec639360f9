import {
  type Category,
  type IndexRow,
  listCategories,
  listServiceIndex,
} from '#contract/catalogue/catalogue.ts'
import { targetOfLink } from '#contract/orders/link-target.ts'
import { call } from '#web/platform/api/call.ts'
import { callWhole } from '#web/platform/api/call-whole.ts'
import {
  type SearchableService,
  searchServices,
  type ServiceFilter,
  toSearchable,
} from './search-services.ts'
import type { ServiceIndex } from './service-index.ts'
import { servicesForLink } from './services-for-link.ts'
import { type Order, sortServices } from './sort-services.ts'

/** Fetches the whole catalogue and prepares it for searching (used by service-index.ts). */
export async function fetchServiceIndex(): Promise<ServiceIndex> {
  const [{ rows }, categories] = await Promise.all([call(listServiceIndex), callWhole(call, listCategories)])
  return toIndex(rows, categories)
}

function toIndex(rows: readonly IndexRow[], categories: readonly Category[]): ServiceIndex {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const services = rows.map((row) => toService(row, names))
  return {
    services,
    byId: new Map(services.map((service) => [service.id, service])),
    categories,
    linkIn: targetOfLink,
    find: (filter, order) => sortServices(findIn(services, filter, order?.rateOf), order),
  }
}

function findIn(
  services: readonly SearchableService[],
  filter: ServiceFilter,
  rateOf: Order['rateOf'] = ({ rate }) => rate,
): readonly SearchableService[] {
  const typed = targetOfLink(filter.text)
  if (typed !== undefined) return servicesForLink(services, typed, rateOf)
  const found = searchServices(services, filter)
  const { linked, platform = linked?.platform } = filter
  const isForLink = linked !== undefined && linked.platform === platform && filter.text.trim() === ''
  return isForLink ? servicesForLink(found, linked, rateOf) : found
}

function toService(row: IndexRow, categoryNames: ReadonlyMap<number, string>): SearchableService {
  const [id, name, categoryId, platform, rate, min, max, type, refill, cancel, averageTime, seconds, orders] =
    row
  return toSearchable({
    id,
    name,
    category: { id: categoryId, name: categoryNames.get(categoryId) ?? '' },
    platform,
    rate,
    min,
    max,
    type,
    refill: refill === 1,
    cancel: cancel === 1,
    averageTime,
    measuredTime: seconds === null || orders === null ? null : { seconds, orders },
  })
}
