import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

import { limits } from '#contract/base/limits.ts'
import type { Money } from '#contract/base/money.ts'
import {
  type Category,
  indexColumns,
  type IndexRow,
  listServiceIndex,
  service,
} from '#contract/catalogue/catalogue.ts'
import type { pageSorts } from '#contract/catalogue/service-pages.ts'
import { rulesOf } from '#contract/catalogue/service-types.ts'
import { type CompressedBody, makeCompressedBody } from '#server/lib/compression/compress.ts'
import { mapInSlices } from '#server/lib/event-loop/in-slices.ts'
import type { CategoryRow } from '#server/modules/catalogue/services/service-queries.ts'

import { toSearchText, toSearchWords } from './fold-text.ts'
import { listPlatformPicks, type ShownPlatform } from './pick-services.ts'
import type { ShownService } from './shown-services.ts'
import { comparePlatforms } from './sort-platforms.ts'

/** The public catalogue with precompressed answers and what filters and searches need. */
export type Snapshot = {
  /** A hash of the content: the same in every process. */
  readonly version: string
  /** Including empty ones, since a cursor may refer to them. */
  readonly categories: readonly Category[]
  readonly index: CompressedBody
  /** In the catalogue's order. */
  readonly services: readonly ShownService[]
  /** Services that match; all without filters. Searching 10,000 takes about 10 ms. */
  list(filters: ServiceFilters): Listing
  /** All matches, each as its JSON. */
  listJson(filters: ServiceFilters): readonly string[]
  findJson(id: number): string | undefined
  /** One numbered page of the matches. */
  page(request: PageRequest): {
    json: readonly string[]
    /** The lowest rate per 1000 in each of the page's categories, without packages. */
    lowest: readonly { category: number; rate: Money }[]
    total: number
  }
  /** What the front page shows. */
  readonly platforms: readonly ShownPlatform[]
}

export type ServiceFilters = {
  category?: number | undefined
  platform?: string | undefined
  search?: string | undefined
  ids?: readonly number[] | undefined
  limit?: number | undefined
}

type PageRequest = Pick<ServiceFilters, 'category' | 'platform' | 'search'> & {
  sort?: PageSort | undefined
  page: number
  limit: number
}

/** `total` counts all matches; a search answers only the first page of them. */
type Listing = { body: CompressedBody; total: number }

type Entry = {
  id: number
  json: string
  categoryId: number
  platform: string
  folded: string
  shown: ShownService
}

export async function buildSnapshot(
  unsorted: readonly ShownService[],
  categories: readonly CategoryRow[],
): Promise<Snapshot> {
  // The query has sorted the rest; this sort is stable.
  const shown = unsorted.toSorted((one, other) => comparePlatforms(one.platform, other.platform))
  const entries = await mapInSlices(shown, toEntry)
  const byId = new Map(entries.map((entry) => [entry.id, entry.json]))
  const version = createHash('sha256').update(toJson(entries)).digest('base64url').slice(0, 22)
  return {
    version,
    categories: toCategories(categories, shown),
    index: packCached(JSON.stringify(z.encode(listServiceIndex.answer.schema, toIndex(shown, version)))),
    services: shown,
    ...makeList(entries),
    findJson: (id) => byId.get(id),
    platforms: listPlatformPicks(shown),
  }
}

function toEntry(shown: ShownService): Entry {
  const { id, name, description, platform } = shown
  return {
    id,
    json: JSON.stringify(z.encode(service, shown)), // fields that are not in the schema are dropped
    categoryId: shown.category.id,
    platform: platform.toLowerCase(),
    folded: toSearchText(`${id}\n${name}\n${shown.category.name}\n${platform}\n${description}`),
    shown,
  }
}

function toJson(entries: readonly Entry[]): string {
  return `[${entries.map(({ json }) => json).join(',')}]`
}

function packCached(json: string): CompressedBody {
  return makeCompressedBody(json, { isCached: true })
}

/**
 * The body of each category and platform is compressed once. Empty combinations are not cached, so that all bodies together
 * are at most three times the catalogue, whatever is requested.
 */
function makeList(all: readonly Entry[]): Pick<Snapshot, 'list' | 'listJson' | 'page'> {
  /** `sorted` is filled on demand. */
  type Group = { entries: readonly Entry[]; listing: Listing; sorted: Map<PageSort, readonly Entry[]> }
  const toGroup = (entries: readonly Entry[]): Group => ({
    entries,
    listing: { body: packCached(toJson(entries)), total: entries.length },
    sorted: new Map(),
  })
  const lowest = listLowest(all)
  const empty = toGroup([])
  const groups = new Map<string, Group>()

  const groupOf = (categoryId: number | undefined, platform: string | undefined): Group => {
    const key = JSON.stringify([categoryId, platform])
    const known = groups.get(key)
    if (known !== undefined) return known
    const found = all.filter(
      (entry) =>
        (categoryId === undefined || entry.categoryId === categoryId) &&
        (platform === undefined || entry.platform === platform),
    )
    if (found.length === 0) return empty
    const group = toGroup(found)
    groups.set(key, group)
    return group
  }

  const select = ({ category: categoryId, platform, search = '', ids, limit }: ServiceFilters) => {
    const { entries, listing } = groupOf(categoryId, platform?.toLowerCase())
    const isWhole = search === '' && ids === undefined && limit === undefined
    if (isWhole) return { found: entries, total: entries.length, listing }
    const words = toSearchWords(search)
    const wanted = ids === undefined ? undefined : new Set(ids)
    const found = entries.filter(
      ({ id, folded }) =>
        (wanted === undefined || wanted.has(id)) && words.every((word) => folded.includes(word)),
    )
    return { found: found.slice(0, limit ?? found.length), total: found.length, listing: undefined }
  }

  const inOrder = (group: Group, sort: PageSort | undefined): readonly Entry[] => {
    if (sort === undefined) return group.entries
    const sorted = group.sorted.get(sort) ?? sortForPage(group.entries, sort)
    group.sorted.set(sort, sorted)
    return sorted
  }

  return {
    page({ category: categoryId, platform, search = '', sort, page, limit }) {
      const sorted = inOrder(groupOf(categoryId, platform?.toLowerCase()), sort)
      const words = toSearchWords(search)
      const found =
        words.length === 0
          ? sorted
          : sorted.filter(({ folded }) => words.every((word) => folded.includes(word)))
      const shown = found.slice((page - 1) * limit, page * limit)
      return {
        json: shown.map(({ json }) => json),
        lowest: [...new Set(shown.map(({ categoryId: one }) => one))].flatMap((one) => lowest.get(one) ?? []),
        total: found.length,
      }
    },
    list: (filters) => {
      const most = filters.search === undefined || filters.search === '' ? undefined : limits.pageSizeMax
      const limit = Math.min(filters.limit ?? Infinity, most ?? Infinity)
      const { found, total, listing } = select(limit === Infinity ? filters : { ...filters, limit })
      return listing ?? { body: makeCompressedBody(toJson(found), { isCached: false }), total }
    },
    listJson: (filters) => select(filters).found.map(({ json }) => json),
  }
}

/** By category, without packages, which have no rate per 1000. */
function listLowest(all: readonly Entry[]): ReadonlyMap<number, { category: number; rate: Money }> {
  const lowest = new Map<number, { category: number; rate: Money }>()
  for (const { categoryId: category, shown } of all) {
    const known = lowest.get(category)
    const isLower = known === undefined || shown.rate < known.rate
    if (isLower && !rulesOf(shown.type).rateIsPrice) lowest.set(category, { category, rate: shown.rate })
  }
  return lowest
}

function toCategories(categories: readonly CategoryRow[], shown: readonly ShownService[]): Category[] {
  const counts = new Map<number, number>()
  for (const { category: own } of shown) counts.set(own.id, (counts.get(own.id) ?? 0) + 1)
  return categories
    .map((category) => ({ ...category, services: counts.get(category.id) ?? 0 }))
    .toSorted((one, other) => comparePlatforms(one.platform, other.platform))
}

function toIndex(shown: readonly ShownService[], version: string) {
  const rows = shown.map((one): IndexRow => [
    one.id,
    one.name,
    one.category.id,
    one.platform,
    one.rate,
    one.min,
    one.max,
    one.type,
    one.refill ? 1 : 0,
    one.cancel ? 1 : 0,
    one.average_time,
    one.measured_time?.seconds ?? null,
    one.measured_time?.orders ?? null,
  ])
  return { columns: [...indexColumns], rows, version }
}

type PageSort = (typeof pageSorts)[number]

type Sorted = { readonly shown: ShownService; readonly folded: string }

/** Ties keep the catalogue's order. About 20 ms for 10,000 services, once per change. */
function sortForPage<Entry extends Sorted>(entries: readonly Entry[], sort: PageSort): readonly Entry[] {
  if (sort === 'name') {
    const { compare } = new Intl.Collator('en', { numeric: true })
    return entries.toSorted((one, other) => compare(one.shown.name, other.shown.name))
  }
  const figureOf = ({ shown }: Entry): bigint => {
    if (sort === 'min') return BigInt(shown.min)
    return sort === 'price' ? shown.rate : -shown.rate
  }
  return entries.toSorted((one, other) => {
    const [left, right] = [figureOf(one), figureOf(other)]
    return left === right ? 0 : left < right ? -1 : 1
  })
}
