import { type Kysely, sql } from 'kysely'

import type { ServiceSort, ServiceState } from '#contract/catalogue/admin-services.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import type { Context } from '#server/context.ts'
import { mapInSlices } from '#server/lib/event-loop/in-slices.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toSearchText, toSearchWords } from '#server/modules/catalogue/public/fold-text.ts'
import { comparePlatforms } from '#server/modules/catalogue/public/sort-platforms.ts'

import { firstSupplies, listCategoryRows } from './service-queries.ts'

type AdminFilter = {
  search?: string | undefined
  category?: number | undefined
  provider?: number | undefined
  state?: ServiceState | undefined
}

/** What staff search, filter and sort by. The rows of a page are read from the database when it is shown. */
export type AdminIndex = {
  /** Sorted ids of the matching services. */
  find(filter: AdminFilter, sort?: ServiceSort): number[]
  /** The ids in `found` after service `id`, which may no longer be in it. Undefined for an unknown id. */
  after(found: readonly number[], id: number, sort?: ServiceSort): number[] | undefined
  readonly categories: AdminCategory[]
}

type CachedAdminIndex = { read(): Promise<AdminIndex>; stop(): void }

/** Upper limit, in case an event is lost. */
const CACHED_MS = 60_000

/**
 * The index in memory, dropped on every catalogue event and rebuilt on the next read: about 100 ms for 10,000 services.
 * Counting and searching in the database would scan all of them for every page.
 */
export function cacheAdminIndex({ db, events }: Pick<Context, 'db' | 'events'>): CachedAdminIndex {
  let cached: { index: Promise<AdminIndex>; until: number } | undefined
  const offs = (['catalogue', 'gap'] as const).map((topic) => events.on(topic, () => (cached = undefined)))
  return {
    async read() {
      const now = performance.now()
      if (cached !== undefined && now < cached.until) return cached.index
      const own = { index: buildIndex(db), until: now + CACHED_MS }
      cached = own
      own.index.catch(() => {
        if (cached === own) cached = undefined
      })
      return own.index
    },
    stop() {
      for (const off of offs) off()
    },
  }
}

type Entry = Omit<IndexedRow, 'name_original' | 'description' | 'provider_service'> & {
  folded: string
  /** Sort key: position of the category, then of the service within it. */
  place: number
}

async function buildIndex(db: Context['db']): Promise<AdminIndex> {
  const [rows, unsorted] = await Promise.all([listIndexedRows(db), listCategoryRows(db)])
  const sorted = unsorted.toSorted((one, other) => comparePlatforms(one.platform, other.platform))
  const places = new Map(sorted.map(({ id }, at) => [id, at]))
  const entries = await mapInSlices(rows, (row, at): Entry => {
    const { name_original: original, description, provider_service: theirs, ...own } = row
    const folded = toSearchText(`${row.name}\n${original}\n${theirs ?? ''}\n${description}`)
    return { ...own, folded, place: (places.get(row.category_id) ?? 0) * rows.length + at }
  })
  const categories = sorted.map((category) => ({ ...category, services: 0, on_sale: 0 }))
  for (const { category_id, is_active, is_deleted } of entries) {
    const category = categories[places.get(category_id) ?? -1]
    if (category === undefined || is_deleted) continue
    category.services += 1
    if (is_active) category.on_sale += 1
  }
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    find: (filter, sort) => find(entries, filter, sort),
    after(found, id, sort = 'id') {
      const named = byId.get(id)
      const compare = comparing(sort)
      return named && found.filter((one) => compare(byId.get(one) ?? named, named) > 0)
    },
    categories,
  }
}

function find(entries: readonly Entry[], filter: AdminFilter, sort: ServiceSort = 'id'): number[] {
  const { search = '', category, provider, state } = filter
  const words = toSearchWords(search)
  const named = Number(/^#?(\d{1,10})$/.exec(search)?.[1] ?? Number.NaN)
  return entries
    .filter(
      (entry) =>
        !entry.is_deleted &&
        (category === undefined || entry.category_id === category) &&
        (provider === undefined || entry.provider_ids.includes(provider)) &&
        (state === undefined || isInState(entry, state)) &&
        (entry.id === named || words.every((word) => entry.folded.includes(word))),
    )
    .toSorted(comparing(sort))
    .map(({ id }) => id)
}

function isInState(entry: Entry, state: ServiceState): boolean {
  switch (state) {
    case 'on_sale':
      return entry.is_active
    case 'off_sale':
      return !entry.is_active
    case 'below_cost':
      return entry.is_active && entry.cost_rate !== null && entry.cost_rate > entry.rate && !entry.below_cost
    case 'unsupplied':
      return entry.cost_rate === null && !entry.by_hand
    case 'not_understood':
      return toServiceType(entry.type) === undefined
  }
}

type Compare = (one: Entry, other: Entry) => number

/** Ties are sorted by id. */
function comparing(sort: ServiceSort): Compare {
  const direction = sort.startsWith('-') ? -1 : 1
  const compare = comparisons[sort.replace('-', '') as keyof typeof comparisons] // what ServiceSort is made of
  return (one, other) => direction * compare(one, other) || one.id - other.id
}

const comparisons = {
  id: (one, other) => one.id - other.id,
  name: (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
  rate: (one, other) => compareBig(one.rate, other.rate),
  markup: (one, other) => compareBig(markupOf(one), markupOf(other)),
  place: (one, other) => one.place - other.place,
} satisfies Record<string, Compare>

/** In millionths; services without a cost sort first. */
function markupOf({ rate, cost_rate: cost }: Entry): bigint {
  return cost === null || cost === 0n ? -1_000_000n : ((rate - cost) * 1_000_000n) / cost
}

function compareBig(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}

type IndexedRow = {
  id: number
  name: string
  name_original: string
  description: string
  category_id: number
  type: string
  rate: bigint
  is_active: boolean
  is_deleted: boolean
  below_cost: boolean
  by_hand: boolean
  cost_rate: bigint | null
  provider_service: string | null
  /** Of all supplies. */
  provider_ids: number[]
}

/** All services, including deleted ones (a page's cursor may have their id), but those without their description. */
async function listIndexedRows(db: Kysely<DB>): Promise<IndexedRow[]> {
  const { rows } = await sql<IndexedRow>`
    select services.id, name, name_original, case when deleted_at is null then description else '' end as description,
      category_id, type, rate, services.is_active, deleted_at is not null as is_deleted, below_cost, by_hand, supply.cost_rate, supply.provider_service,
      coalesce(provider_ids, '{}') as provider_ids
    from services left join ${firstSupplies} supply on supply.service_id = services.id
    left join (
      select service_id, array_agg(distinct provider_id) as provider_ids from supplies
      where removed_at is null group by service_id) suppliers on suppliers.service_id = services.id
    order by position, services.id`.execute(db)
  return rows
}
