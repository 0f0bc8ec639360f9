import { type Kysely, type RawBuilder, sql } from 'kysely'

import { containing, toLinkSpellings, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { isForLink, newestOf, newestRange, type OrderFilter } from './newest-queries.ts'

/**
 * Orders that a word search reads in its first step. A customer's orders are spread over the table, so each costs a
 * block: about 410. An index with the text wouldn't save them (vacuum has not yet seen the newest rows) and would be
 * rewritten three times per order.
 */
export const SEARCHED_FIRST = 400
/** The next steps, while too little was found: at most 10,000 orders, so that a word of last month's link is found too. */
const NEXT_STEPS = [1_600, 2_000, 2_000, 2_000, 2_000]

/**
 * Newest first, after the order whose id was typed. `searchedDownTo` is the id where the search stopped, if older
 * orders are left; `isNamed`: an id or a link was found.
 */
export type FoundOrders = { ids: bigint[]; searchedDownTo: bigint | null; isNamed: boolean }

type Asked = OrderFilter & { search: string; before: bigint | undefined; count: number }

/** At least `wanted` orders, or those among the next 10,000. `searched`: the maximum number read. */
export async function searchOrders(
  db: Kysely<DB>,
  { wanted, ...asked }: Omit<Asked, 'count'> & { wanted: number },
): Promise<FoundOrders & { searched: number }> {
  let found = await searchStep(db, { ...asked, count: SEARCHED_FIRST })
  let searched = SEARCHED_FIRST
  for (const count of NEXT_STEPS) {
    if (found.ids.length >= wanted || found.searchedDownTo === null || found.isNamed) break
    const next = await searchStep(db, { ...asked, before: found.searchedDownTo, count })
    found = { ...next, ids: [...found.ids, ...next.ids] }
    searched += count
  }
  return { ...found, searched }
}

/**
 * A customer's orders by typed text: an order id, a service id and a whole link at any age; only if none of them is
 * found, a word in the links and service names of the next orders of the filter.
 */
export async function searchStep(db: Kysely<DB>, { count, ...asked }: Asked): Promise<FoundOrders> {
  const order = await findById(db, asked)
  const isWanted = order?.is_found === true
  // Only on the first page: in id order, a service with the same id may have thousands of orders before it.
  const first = isWanted && asked.before === undefined ? [order.id] : []
  if (isWanted && asked.search.startsWith('#')) return { ids: first, searchedDownTo: null, isNamed: true }
  const named = await readParts(db, namedParts(asked, count))
  if (order !== undefined || named.size > 0) {
    const { ids, searchedDownTo } = toFound(named, count)
    return { ids: [...first, ...ids.filter((id) => id !== order?.id)], searchedDownTo, isNamed: true }
  }
  // A page below the last match by id or link is empty.
  const isNamed =
    asked.before !== undefined &&
    (await readParts(db, namedParts({ ...asked, before: undefined }, 1))).size > 0
  return isNamed
    ? { ids: [], searchedDownTo: null, isNamed }
    : { ...toFound(await readParts(db, [wordPart(asked, count)]), count), isNamed }
}

/** One range's orders, newest first; `is_found` says whether the rest of the filter matches too. */
type Part = { id: bigint; is_found: boolean }[]

/** Undefined if it is not the id of one of the customer's orders; `is_found` says whether it matches the filter. */
async function findById(
  db: Kysely<DB>,
  { search, ...filter }: Omit<Asked, 'count'>,
): Promise<Part[number] | undefined> {
  const id = toNamedId(search)
  if (id === undefined) return undefined
  const { rows } = await sql<Part[number]>`select id, ${isOfFilter(filter)} as is_found
    from orders where user_id = ${filter.userId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Rows are compared after the limit, so that no more of a range are read, however few match. */
function namedParts(
  { search, before, ...filter }: Omit<Asked, 'count'>,
  count: number,
): RawBuilder<unknown>[] {
  const part = (of: RawBuilder<unknown>) => {
    const range = newestRange(filter.userId, {
      of,
      before,
      count,
      columns: sql`id, ${isOfFilter(filter)} as is_found`,
    })
    return sql`select id, is_found from ${range} named`
  }
  const id = toNamedId(search)
  if (id !== undefined) return [part(sql`service_id = ${id}::bigint`)]
  return toLinkSpellings(search).map((spelling) => part(isForLink(sql`${spelling}::text`)))
}

function isOfFilter({ status, key }: OrderFilter): RawBuilder<unknown> {
  const isStatus = status === undefined ? sql`true` : sql`status = any (${status}::text[])`
  return key === undefined ? isStatus : sql`(${isStatus} and key_id is not distinct from ${key}::uuid)`
}

function wordPart({ search, before, ...filter }: Omit<Asked, 'count'>, count: number): RawBuilder<unknown> {
  const word = containing(search)
  const columns = sql`id, (link ilike ${word} or service_name ilike ${word}) as is_found`
  return sql`select id, is_found from ${newestOf(filter, { before, count, columns })} searched`
}

/** By the part's number; a part without rows is missing. */
async function readParts(db: Kysely<DB>, parts: readonly RawBuilder<unknown>[]): Promise<Map<number, Part>> {
  const each = parts.map((part, at) => sql`(select ${sql.lit(at)} as part, id, is_found from (${part}) part)`)
  const { rows } = await sql<{ part: number; id: bigint; is_found: boolean }>`
    ${sql.join(each, sql` union all `)} order by part, id desc`.execute(db)
  return Map.groupBy(rows, ({ part }) => part)
}

/** A full part may have more orders below its end: nothing older is returned before those are read. */
function toFound(parts: Map<number, Part>, count: number): Omit<FoundOrders, 'isNamed'> {
  const ends = [...parts.values()].flatMap((part) => part[count - 1]?.id ?? [])
  const end = ends.reduce((highest, id) => (id > highest ? id : highest), 0n)
  const ids = [...parts.values()].flat().filter((row) => row.is_found && row.id >= end)
  const found = [...new Set(ids.map(({ id }) => id))].toSorted((one, other) => (one < other ? 1 : -1))
  return { ids: found, searchedDownTo: ends.length === 0 ? null : end }
}
