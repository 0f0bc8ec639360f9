import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import { containing, toNamedId } from '#server/lib/postgres/search-text.ts'

import {
  inLineOrder,
  inOpenOrder,
  lineHalf,
  type LineFilter,
  openHalf,
  type Place,
} from './statement-queries.ts'

/**
 * Ledger lines that a word search reads in its first step, each with its order, and open deposits. They are in two
 * tables: about 420 blocks.
 */
export const LINES_SEARCHED_FIRST = 200
/** The next steps, while too little was found: at most 5,000 lines in total. */
const NEXT_STEPS = [800, 4_000]

/** Newest first. `searchedDownTo` is where the search stopped, if older lines are left. */
export type FoundLines = { places: Place[]; searchedDownTo: Place | null }

type Asked = { search: string; below: Place | undefined; count: number }

/** At least `wanted` lines, or those among the next 5,000. `searched`: the maximum number of lines read. */
export async function searchLines(
  db: Kysely<DB>,
  filter: LineFilter,
  { wanted, ...asked }: Omit<Asked, 'count'> & { wanted: number },
): Promise<FoundLines & { searched: number }> {
  let found = await searchStep(db, filter, { ...asked, count: LINES_SEARCHED_FIRST })
  let searched = LINES_SEARCHED_FIRST
  for (const count of NEXT_STEPS) {
    if (found.places.length >= wanted || found.searchedDownTo === null) break
    const next = await searchStep(db, filter, { ...asked, below: found.searchedDownTo, count })
    found = { ...next, places: [...found.places, ...next.places] }
    searched += count
  }
  return { ...found, searched }
}

/**
 * The lines with this id (their own or their order's) at any age; if there are none, or for a word, the next lines
 * whose text contains it.
 */
export async function searchStep(
  db: Kysely<DB>,
  filter: LineFilter,
  { search, below, count }: Asked,
): Promise<FoundLines> {
  const id = toNamedId(search)
  const named = id === undefined ? [] : await findNamed(db, filter, id)
  if (named.length > 0)
    return {
      places: named.filter((place) => below === undefined || compare(place, below) > 0),
      searchedDownTo: null,
    }
  const asked = { pattern: containing(search), below, count }
  const [lines, open] = await Promise.all([searchLedger(db, filter, asked), searchOpen(db, filter, asked)])
  // A full half may have more lines below its end: nothing older is returned before those are read.
  const [end = null] = [lines[count - 1], open[count - 1]]
    .filter((one) => one !== undefined)
    .toSorted(compare)
  const found = [...lines, ...open].filter(
    (place) => place.is_found && (end === null || compare(place, end) <= 0),
  )
  return {
    places: found.toSorted(compare),
    searchedDownTo: end === null ? null : { at: end.at, sub: end.sub },
  }
}

/** Newest first. */
function compare(one: Place, other: Place): number {
  if (one.at !== other.at) return other.at - one.at
  return one.sub === other.sub ? 0 : one.sub < other.sub ? 1 : -1
}

async function findNamed(db: Kysely<DB>, filter: LineFilter, id: bigint): Promise<Place[]> {
  const half = sql`select seq as at, 0::bigint as sub from ${lineHalf(filter)}`
  const { rows } = await sql<Place>`
    ${half} and id = ${id} union ${half} and type = 'order' and order_id = ${id}
    union ${half} and type = 'refund' and order_id = ${id}
    union all select opened_after, id from ${openHalf(filter)} and id = ${id}
    order by at desc, sub desc`.execute(db)
  return rows
}

type Searched = { pattern: string; below: Place | undefined; count: number }
type Read = Place & { is_found: boolean }

/** A line's text is derived: from its order's service, or how it was paid and the reason given by staff. */
async function searchLedger(
  db: Kysely<DB>,
  filter: LineFilter,
  { pattern, below, count }: Searched,
): Promise<Read[]> {
  const isBelow = below === undefined ? sql`true` : sql`seq < ${below.at + (below.sub > 0n ? 1 : 0)}`
  // The orders of these lines are neighbours, so a range of their numbers reads them once; one by one they take 5
  // blocks each, and for a range of ids the planner may read everyone's.
  const seqOf = (end: 'min' | 'max') => sql`(select seq from orders where user_id = ${filter.userId}
    and id = (select ${sql.raw(end)}(order_id) from lines))`
  const { rows } = await sql<Read>`
    with lines as materialized (
      select seq, case when type = 'order' then order_id end as order_id,
        coalesce(payment_method ilike ${pattern} or reference_id ilike ${pattern} or description ilike ${pattern}
          or details ->> 'reason' ilike ${pattern}, false) as is_found
      from ${lineHalf(filter)} and ${isBelow} ${inLineOrder(filter)} limit ${count}
    ), named as materialized (
      select id from orders where user_id = ${filter.userId} and seq between ${seqOf('min')} and ${seqOf('max')}
        and service_name ilike ${pattern}
    )
    select seq as at, 0::bigint as sub, is_found or coalesce(order_id in (select id from named), false) as is_found
    from lines order by seq desc`.execute(db)
  return rows
}

async function searchOpen(
  db: Kysely<DB>,
  filter: LineFilter,
  { pattern, below, count }: Searched,
): Promise<Read[]> {
  const isBelow = below === undefined ? sql`true` : sql`(opened_after, id) < (${below.at}, ${below.sub})`
  const { rows } = await sql<Read>`
    select opened_after as at, id as sub,
      coalesce(payment_method ilike ${pattern} or reference ilike ${pattern}, false) as is_found
    from ${openHalf(filter)} and ${isBelow} ${inOpenOrder} limit ${count}`.execute(db)
  return rows
}
