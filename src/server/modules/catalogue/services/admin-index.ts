import type { ServiceSort, ServiceState } from '#contract/catalogue/admin-services.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import type { Context } from '#server/context.ts'
import { mapInSlices } from '#server/lib/limits/in-slices.ts'

import { type IndexedRow, listCategoryRows, listIndexedRows } from './admin-index-queries.ts'
import { toSearchText, toSearchWords } from '#server/modules/catalogue/public/fold-text.ts'
import { comparePlatforms } from '#server/modules/catalogue/public/sort-platforms.ts'

export type DeskFilter = {
  search?: string | undefined
  category?: number | undefined
  provider?: number | undefined
  state?: ServiceState | undefined
}

/** What staff search and sort by; the rows that they see are read when they are asked for. */
export type DeskIndex = {
  /** Ids of all that the filter leaves, sorted. */
  find(filter: DeskFilter, sort?: ServiceSort): number[]
  /** Of ids that were found so those behind a service, which need not be among them any more. Undefined where there never was one. */
  after(found: readonly number[], id: number, sort?: ServiceSort): number[] | undefined
  readonly categories: AdminCategory[]
}

export type KeptDeskIndex = { read(): Promise<DeskIndex>; stop(): void }

/** However well the news are heard, nothing is believed for longer. */
const KEPT_MS = 60_000

/**
 * The index as of the last change that this process heard of: 10,000 services are read in some 100 ms, once for each
 * change and only when staff look. Counting and searching in the database would go through all of them for every page.
 */
export function keepDeskIndex({ db, events }: Pick<Context, 'db' | 'events'>): KeptDeskIndex {
  let kept: { index: Promise<DeskIndex>; until: number } | undefined
  const offs = (['catalogue', 'gap'] as const).map((topic) => events.on(topic, () => (kept = undefined)))
  return {
    async read() {
      const now = performance.now()
      if (kept !== undefined && now < kept.until) return kept.index
      const own = { index: buildIndex(db), until: now + KEPT_MS }
      kept = own
      own.index.catch(() => {
        if (kept === own) kept = undefined
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
  /** The category's in the catalogue, then its own in the category. */
  place: number
}

async function buildIndex(db: Context['db']): Promise<DeskIndex> {
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

function find(entries: readonly Entry[], filter: DeskFilter, sort: ServiceSort = 'id'): number[] {
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

/** What is alike stands by its id. */
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

/** In millionths; those without a cost stand before all others. */
function markupOf({ rate, cost_rate: cost }: Entry): bigint {
  return cost === null || cost === 0n ? -1_000_000n : ((rate - cost) * 1_000_000n) / cost
}

function compareBig(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
