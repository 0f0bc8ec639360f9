import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { TransactionType } from '#contract/ledger/transactions.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/**
 * A position in a statement. A ledger row is at its number (`seq`) with `sub` 0. A deposit that is not in the ledger follows the
 * row that was the newest when it was opened, with its id as `sub`.
 */
export type Place = { at: number; sub: bigint }

export type LineFilter = {
  userId: number
  /** Numbers of the first and the last ledger row; no rows if the last is below the first. */
  first: number
  last: number
  /** Statuses of the deposits to include that are not in the ledger. */
  open: readonly OpenStatus[]
  from?: Date | undefined
  to?: Date | undefined
  type?: TransactionType | undefined
  /** The number of lines, where they are one per order. */
  orders?: number | undefined
}
export const openStatuses = ['pending', 'review', 'canceled'] as const
export type OpenStatus = (typeof openStatuses)[number]

export type LineRow = Place & LineFacts

/** What a line of a statement says, independent of its position. */
export type LineFacts = {
  id: bigint
  type: TransactionType
  status: 'completed' | OpenStatus
  amount: bigint
  /** The text of rows written before codes were introduced. */
  description: string | null
  details: unknown
  /** The account on the other side; null for a deposit that is not in the ledger. */
  house: string | null
  /** From the deposit or order it refers to. */
  gateway: string | null
  service_name: string | null
  /** The API key that placed the order. */
  key_id: string | null
  key_name: string | null
  deposit_amount: bigint | null
  payment_method: string | null
  reference_id: string | null
  order_id: bigint | null
  balance_after: bigint | null
  created_at: Date
}

/** Newest first, below a position. Each half reads at most `count` rows from its own index. */
export function listLinesBelow(
  db: Kysely<DB>,
  filter: LineFilter,
  { below, count }: { below: Place | undefined; count: number },
): Promise<LineRow[]> {
  const { at, sub } = below ?? { at: filter.last + 1, sub: 0n }
  const lines = sql`select seq as at, 0::bigint as sub from ${lineHalf(filter)}
    and seq < ${at + (sub > 0n ? 1 : 0)} ${inLineOrder(filter)} limit ${count}`
  const open = sql`select opened_after, id from ${openHalf(filter)}
    ${below === undefined ? sql`` : sql`and (opened_after, id) < (${at}, ${sub})`}
    ${inOpenOrder} limit ${count}`
  return listPlaces(db, filter, sql`(${lines}) union all (${open}) order by at desc, sub desc limit ${count}`)
}

/**
 * Numbered pages of a type, or of a period's orders, cover this many of the newest rows. Older ones are reached by cursor, in the
 * CSV file, or with an earlier period. 10,000 rows of one of 20 busy customers would take 6,900 blocks before a vacuum.
 */
export const COUNTED_MAX = 1_000
/** Max. deposits outside the ledger in numbered pages. */
const OPEN_MAX = 1_000

type Page = { page: number; count: number }

/** A numbered page (from 1) and the total number of lines. Without a type, row numbers lead directly to the page. */
export async function listLinePage(
  db: Kysely<DB>,
  filter: LineFilter,
  page: Page,
): Promise<{ rows: LineRow[]; total: number }> {
  if (filter.orders !== undefined) return listOrdersPage(db, filter, { ...page, total: filter.orders })
  return filter.type === undefined ? listWholePage(db, filter, page) : listTypePage(db, filter, page)
}

async function listWholePage(db: Kysely<DB>, filter: LineFilter, { page, count }: Page) {
  const [skipped, end] = [(page - 1) * count, page * count]
  // The n-th open deposit has n others of its kind above it, and the ledger rows written since it was opened.
  const rows = await listPlaces(
    db,
    filter,
    sql`with open as materialized (
        select at, sub, row_number() over (order by at desc, sub desc) - 1
          + ${filter.last} - least(greatest(at, ${filter.first - 1}), ${filter.last}) as newer
        from (${newestOpen(filter, end)}) open)
      (select seq as at, 0::bigint as sub from ${lineHalf(filter)}
        and seq <= ${filter.last - skipped} + (select count(*) from open where newer < ${skipped})
        order by seq desc limit ${count})
      union all (select at, sub from open where newer >= ${skipped})
      order by at desc, sub desc limit ${count}`,
  )
  const { rows: counted } = await sql<{ open: number }>`
    select count(*)::int as open from (${newestOpen(filter, OPEN_MAX)}) open`.execute(db)
  return { rows, total: Math.max(0, filter.last - filter.first + 1) + (counted[0]?.open ?? 0) }
}

/** Orders are numbered like their lines, so a number leads directly to the page. */
async function listOrdersPage(
  db: Kysely<DB>,
  filter: LineFilter,
  { page, count, total }: Page & { total: number },
) {
  const { userId } = filter
  const newest = total - (page - 1) * count
  const rows = await listPlaces(
    db,
    filter,
    sql`select line.seq as at, 0::bigint as sub
      from (select id from orders where user_id = ${userId} and seq > ${newest - count} and seq <= ${newest} offset 0) placed
      cross join lateral (
        select seq from transactions where user_id = ${userId} and order_id = placed.id and type = 'order' offset 0) line`,
  )
  return { rows, total }
}

/** Finds the page and the total in one statement. */
async function listTypePage(db: Kysely<DB>, filter: LineFilter, { page, count }: Page) {
  const skipped = (page - 1) * count
  const cut = (column: string) => sql`
    (array_agg(${sql.ref(column)} order by at desc, sub desc))[${skipped + 1}::int : ${skipped + count}::int]`
  const { rows: found } = await sql<{ total: number; at: number[] | null; sub: string[] | null }>`
    select count(*)::int as total, ${cut('at')} as at, ${cut('sub')}::text[] as sub
    from ((select seq as at, 0::bigint as sub from ${lineHalf(filter)} ${inLineOrder(filter)} limit ${COUNTED_MAX})
      union all (${newestOpen(filter, OPEN_MAX)})) found`.execute(db)
  const { total = 0, at, sub } = found[0] ?? {}
  const places = (at ?? []).map((one, place) => ({ at: one, sub: BigInt(sub?.[place] ?? 0) }))
  return { rows: await listLinesAt(db, filter, places), total }
}

export function listLinesAt(
  db: Kysely<DB>,
  filter: LineFilter,
  places: readonly Place[],
): Promise<LineRow[]> {
  const [at, sub] = [places.map((place) => place.at), places.map((place) => place.sub)]
  return listPlaces(db, filter, sql`select * from unnest(${at}::int[], ${sub}::bigint[]) as found (at, sub)`)
}

/** Orders by `user_id` first, so that the customer's own index is used; otherwise the planner sorts everyone's open deposits. */
export const inOpenOrder = sql`order by user_id, opened_after desc, id desc`

function newestOpen(filter: LineFilter, count: number): RawBuilder<unknown> {
  return sql`select opened_after as at, id as sub from ${openHalf(filter)}
    ${inOpenOrder} limit ${Math.min(count, OPEN_MAX)}`
}

/** Types other than orders have their own index, which begins with the customer. */
function hasIndex({ type }: LineFilter): boolean {
  return type !== undefined && type !== 'order'
}

/** Only that index serves this order without reading the orders between the rows of a type. */
export function inLineOrder(filter: LineFilter): RawBuilder<unknown> {
  return hasIndex(filter) ? sql`order by user_id, seq desc` : sql`order by seq desc`
}

export function lineHalf(filter: LineFilter): RawBuilder<unknown> {
  const { userId, first, last, type } = filter
  return sql`transactions line where ${hasIndex(filter) ? ofCustomer(userId) : sql`user_id = ${userId}`}
    and seq between ${first} and ${last} ${type === undefined ? sql`` : sql`and type = ${sql.lit(type)}`}`
}

export function openHalf({ userId, open, from, to, type }: LineFilter): RawBuilder<unknown> {
  const statuses = type === undefined || type === 'deposit' ? open : []
  // All statuses are the index's own condition; listing them would make the planner read the rows, or the index over everyone.
  const isAny = statuses.length === openStatuses.length
  return sql`deposits where ${ofCustomer(userId)} and status <> 'completed'
    ${isAny ? sql`` : sql`and status = any (${statuses}::text[])`}
    ${from === undefined ? sql`` : sql`and created_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and created_at < ${to}`}`
}

/** Columns of a line of a customer, from a ledger row (`line`) or a deposit that is not in the ledger (`open`). */
export const lineColumns = (
  userId: RawBuilder<unknown>,
) => sql`coalesce(line.id, open.id) as id, coalesce(line.type, 'deposit') as type,
  coalesce(open.status, 'completed') as status, coalesce(line.signed_amount, open.amount) as amount,
  line.description, line.details,
  case when line.from_account = 'customer' then line.to_account else line.from_account end as house,
  case when open.id is not null then open.gateway when line.from_account like 'clearing:%' then substr(line.from_account, 10)
    when line.to_account like 'clearing:%' then substr(line.to_account, 10) end as gateway,
  left(orders.service_name, 200) as service_name,
  orders.key_id,
  case when orders.key_id is not null then (select name from api_key_names named
    where named.user_id = ${userId} and named.id = orders.key_id) end as key_name,
  case when line.from_account = 'bonus' or line.to_account like 'clearing:%' then coalesce(credited.credited_amount, credited.amount) - credited.fee end
    as deposit_amount,
  coalesce(line.payment_method, open.payment_method) as payment_method,
  coalesce(line.reference_id, open.reference) as reference_id,
  line.order_id, line.balance_after, coalesce(line.created_at, open.created_at) as created_at`

/**
 * What a line (`line`) is about. Refunds don't show their service. `offset 0` keeps each look-up by key: for a page of
 * 500 the planner may otherwise read all orders or deposits of the customer (40,793 rows for 396 refunds).
 */
export function joinToLines(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral (select * from orders where user_id = ${userId} and id = line.order_id and line.type = 'order' offset 0)
      orders on true
    left join lateral (select * from deposits where user_id = ${userId} and id = line.deposit_id offset 0) credited on true`
}

async function listPlaces(
  db: Kysely<DB>,
  { userId }: LineFilter,
  places: RawBuilder<unknown>,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select place.at, place.sub, ${lineColumns(sql`${userId}::int`)}
    from (${places}) place
    left join lateral (select * from transactions where user_id = ${userId} and seq = place.at and place.sub = 0 offset 0)
      line on true
    left join lateral (select * from deposits where user_id = ${userId} and id = place.sub and place.sub > 0 offset 0)
      open on true
    ${joinToLines(sql`${userId}`)}
    order by place.at desc, place.sub desc`.execute(db)
  return rows
}
