import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import {
  type Category,
  category,
  type IndexRow,
  indexColumns,
  listServiceIndex,
  service,
} from '#contract/catalogue.ts'

import type { ShownService } from './catalogue-queries.ts'
import { foldText, toSearchWords } from './fold-text.ts'
import { packBody, type PackedBody } from './packed-body.ts'
import { comparePlatforms } from './sort-platforms.ts'

/** The catalogue as it leaves: every answer ready as bytes, and what is needed to pick from it. */
export type Snapshot = {
  /** A hash of the content: the same in every process. */
  readonly version: string
  readonly services: PackedBody
  readonly categories: PackedBody
  readonly index: PackedBody
  /** The JSON of the list that a filter leaves. */
  filter(filters: {
    category?: number | undefined
    platform?: string | undefined
    search?: string | undefined
    ids?: readonly number[] | undefined
    limit?: number | undefined
  }): string
  findJson(id: number): string | undefined
}

type Entry = { id: number; json: string; categoryId: number; platform: string; folded: string }

export function buildSnapshot(unsorted: readonly ShownService[]): Snapshot {
  // The query has sorted the rest; sorting is stable.
  const shown = unsorted.toSorted((one, other) => comparePlatforms(one.platform, other.platform))
  const entries = shown.map(toEntry)
  const byId = new Map(entries.map((entry) => [entry.id, entry.json]))
  const services = `[${entries.map(({ json }) => json).join(',')}]`
  const version = createHash('sha256').update(services).digest('base64url').slice(0, 22)
  return {
    version,
    services: packBody(services),
    categories: packBody(JSON.stringify(z.encode(z.array(category), toCategories(shown)))),
    index: packBody(JSON.stringify(z.encode(listServiceIndex.answer.schema, toIndex(shown, version)))),
    filter({ category: categoryId, platform, search = '', ids, limit = Number.POSITIVE_INFINITY }) {
      const words = toSearchWords(search)
      const wanted = platform?.toLowerCase()
      const asked = ids === undefined ? undefined : new Set(ids)
      const found = entries.filter(
        (entry) =>
          (asked === undefined || asked.has(entry.id)) &&
          (categoryId === undefined || entry.categoryId === categoryId) &&
          (wanted === undefined || entry.platform === wanted) &&
          words.every((word) => entry.folded.includes(word)),
      )
      return `[${found
        .slice(0, limit)
        .map(({ json }) => json)
        .join(',')}]`
    },
    findJson: (id) => byId.get(id),
  }
}

function toEntry(shown: ShownService): Entry {
  const { id, name, description, platform } = shown
  return {
    id,
    json: JSON.stringify(z.encode(service, shown)), // what the schema does not name stays here
    categoryId: shown.category.id,
    platform: platform.toLowerCase(),
    folded: foldText(`${id}\n${name}\n${shown.category.name}\n${platform}\n${description}`),
  }
}

/** In the order in which the services show them. */
function toCategories(shown: readonly ShownService[]): Category[] {
  const counted = new Map<number, Category>()
  for (const { category: own } of shown) {
    const known = counted.get(own.id)
    if (known === undefined) counted.set(own.id, { ...own, services: 1 })
    else known.services += 1
  }
  return [...counted.values()].toSorted((one, other) => comparePlatforms(one.platform, other.platform))
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
  ])
  return { columns: [...indexColumns], rows, version }
}
