import { type Category, type IndexRow, listCategories, listServiceIndex } from '#contract/catalogue.ts'
import { call } from '#web/api/call.ts'
import { type SearchableService, searchServices, toSearchable } from './search-services.ts'
import type { ServiceIndex } from './service-index.ts'
import { sortServices } from './sort-services.ts'

/** The whole catalogue, made ready to be searched (service-index.ts asks for it). */
export async function fetchServiceIndex(): Promise<ServiceIndex> {
  const [{ rows }, categories] = await Promise.all([call(listServiceIndex), call(listCategories)])
  return toIndex(rows, categories)
}

function toIndex(rows: readonly IndexRow[], categories: readonly Category[]): ServiceIndex {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const services = rows.map((row) => toService(row, names))
  return {
    services,
    byId: new Map(services.map((service) => [service.id, service])),
    categories,
    find: (filter, order) => sortServices(searchServices(services, filter), order),
  }
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
