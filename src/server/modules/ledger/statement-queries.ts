// Longer than most: what a line is, and every way to a page of them, stand on the same two halves.
import { type Kysely, type RawBuilder, sql } from 'kysely'

import { type Money, money } from '#contract/base/money.ts'
import type { TransactionType } from '#contract/ledger/transactions.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { containing, toNamedId } from '#server/lib/postgres/search-text.ts'

/**
 * Where something stands in a statement: a line of the ledger at its number, `sub` 0; a deposit that is not in the
 * ledger after the line that was the last when it was opened, `sub` its id.
 */
export type Place = { at: number; sub: bigint }

export type LineFilter = {
  userId: number
  /** Numbers of the first and the last line; none where the last is below the first. */
  first: number
  last: number
  /** Which deposits that are not in the ledger; empty for none. */
  open: readonly OpenStatus[]
  from?: Date | undefined
  to?: Date | undefined
  type?: TransactionType | undefined
  search?: string | undefined
}
export const openStatuses = ['pending', 'review', 'canceled'] as const
export type OpenStatus = (typeof openStatuses)[number]

export type LineRow = Place & LineFacts

/** What a line says, wherever it stands. */
export type LineFacts = {
  id: bigint
  type: TransactionType
  status: 'completed' | OpenStatus
  amount: bigint
  /** What a version before these codes wrote in words of its own. */
  description: string | null
  details: unknown
  /** Of what it refers to. */
  gateway: string | null
  service_name: string | null
  deposit_amount: bigint | null
  payment_method: string | null
  reference_id: string | null
  order_id: bigint | null
  balance_after: bigint | null
  created_at: Date
}

/** Newest first, below `below`: each half reads at most what is asked for from its own index. */
export function listLinesBelow(
  db: Kysely<DB>,
  filter: LineFilter,
  { below, count }: { below: Place | undefined; count: number },
): Promise<LineRow[]> {
  const { at, sub } = below ?? { at: filter.last + 1, sub: 0n }
  const lines = sql`select seq as at, 0::bigint as sub from ${lineHalf(filter)}
    and seq < ${at + (sub > 0n ? 1 : 0)} order by seq desc limit ${count}`
  const open = sql`select opened_after, id from ${openHalf(filter)}
    ${below === undefined ? sql`` : sql`and (opened_after, id) < (${at}, ${sub})`}
    ${inTheirOrder} limit ${count}`
  return listPlaces(db, filter, sql`(${lines}) union all (${open}) order by at desc, sub desc limit ${count}`)
}

/**
 * Pages of a search or of a type are counted off, and so is what waits: among so many of the newest. What is older has a
 * cursor, the file, or a period that ends earlier.
 */
export const COUNTED_MAX = 10_000
/** Of deposits that wait or came to nothing. */
const OPEN_MAX = 1_000

type Page = { page: number; count: number }

/** A numbered page, 1 first, and how many there are in all. Of whole periods the lines' numbers lead straight to it. */
export async function listLinePage(
  db: Kysely<DB>,
  filter: LineFilter,
  asked: Page,
): Promise<{ rows: LineRow[]; total: number }> {
  return isWhole(filter) ? listWholePage(db, filter, asked) : listFoundPage(db, filter, asked)
}

async function listWholePage(db: Kysely<DB>, filter: LineFilter, { page, count }: Page) {
  const [skipped, end] = [(page - 1) * count, page * count]
  // What is newer than the n-th open deposit: n of its kind, and the lines since it was opened.
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

/** In one go with the count: a word is looked for once. */
async function listFoundPage(db: Kysely<DB>, filter: LineFilter, { page, count }: Page) {
  const skipped = (page - 1) * count
  const cut = (column: string) => sql`
    (array_agg(${sql.ref(column)} order by at desc, sub desc))[${skipped + 1}::int : ${skipped + count}::int]`
  const { rows: found } = await sql<{ total: number; at: number[] | null; sub: string[] | null }>`
    select count(*)::int as total, ${cut('at')} as at, ${cut('sub')}::text[] as sub
    from ((select seq as at, 0::bigint as sub from ${lineHalf(filter)} order by seq desc limit ${COUNTED_MAX})
      union all (${newestOpen(filter, OPEN_MAX)})) found`.execute(db)
  const { total = 0, at, sub } = found[0] ?? {}
  const rows = await listPlaces(
    db,
    filter,
    sql`select * from unnest(${at ?? []}::int[], ${sub ?? []}::bigint[]) as found (at, sub)`,
  )
  return { rows, total }
}

/** Asked for so that the index of one's own has it: of a plain order everybody's that wait are gone through, and sorted. */
const inTheirOrder = sql`order by user_id, opened_after desc, id desc`

function newestOpen(filter: LineFilter, count: number): RawBuilder<unknown> {
  return sql`select opened_after as at, id as sub from ${openHalf(filter)}
    ${inTheirOrder} limit ${Math.min(count, OPEN_MAX)}`
}

/** The number of the first line at or after a time, one more than the last where there is none. */
export async function findFirstLineSince(
  db: Kysely<DB>,
  { userId, last, since }: { userId: number; last: number; since: Date },
): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    with recursive half (low, high) as (
      select 1, ${last}::int + 1
      union all
      select case when created_at < ${since} then middle + 1 else low end,
        case when created_at < ${since} then high else middle end
      from (select *, (low + high) / 2 as middle from half where low < high) half
      cross join lateral (
        select created_at from transactions where user_id = ${userId} and seq = middle) line)
    select low as first from half where low >= high`.execute(db)
  return rows[0]?.first ?? last + 1
}

/** Whether every line between the first and the last is in it. */
function isWhole({ type, search }: LineFilter): boolean {
  return type === undefined && (search ?? '') === ''
}

function lineHalf({ userId, first, last, type, search }: LineFilter): RawBuilder<unknown> {
  const text = search ?? ''
  const id = toNamedId(text) ?? null
  const pattern = containing(text)
  return sql`transactions line where user_id = ${userId} and seq between ${first} and ${last}
    ${type === undefined ? sql`` : sql`and type = ${sql.lit(type)}`}
    ${
      text === ''
        ? sql``
        : sql`and (id = ${id}::bigint or order_id = ${id}::bigint or payment_method ilike ${pattern}
            or reference_id ilike ${pattern} or description ilike ${pattern} or details ->> 'reason' ilike ${pattern}
            or (select service_name from orders where orders.user_id = line.user_id and orders.id = line.order_id)
              ilike ${pattern})`
    }`
}

function openHalf({ userId, open, from, to, type, search }: LineFilter): RawBuilder<unknown> {
  const text = search ?? ''
  const id = toNamedId(text) ?? null
  const pattern = containing(text)
  const statuses = type === undefined || type === 'deposit' ? open : []
  // All of them are the index itself: a status would be looked for in the rows, or in the index of everybody's.
  const isAny = statuses.length === openStatuses.length
  return sql`deposits where ${ofCustomer(userId)} and status <> 'completed'
    ${isAny ? sql`` : sql`and status = any (${statuses}::text[])`}
    ${from === undefined ? sql`` : sql`and created_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and created_at < ${to}`}
    ${text === '' ? sql`` : sql`and (id = ${id}::bigint or payment_method ilike ${pattern} or reference ilike ${pattern})`}`
}

/** What a line is, of a row of the ledger (`line`) or of a deposit that is not in it (`open`). */
export const lineColumns = sql`coalesce(line.id, open.id) as id, coalesce(line.type, 'deposit') as type,
  coalesce(open.status, 'completed') as status, coalesce(line.signed_amount, open.amount) as amount,
  line.description, line.details,
  case when open.id is not null then open.gateway
    when line.from_account like 'clearing:%' then substr(line.from_account, 10) end as gateway,
  left(orders.service_name, 200) as service_name,
  case when line.from_account = 'bonus' then coalesce(credited.credited_amount, credited.amount) end
    as deposit_amount,
  coalesce(line.payment_method, open.payment_method) as payment_method,
  coalesce(line.reference_id, open.reference) as reference_id,
  line.order_id, line.balance_after, coalesce(line.created_at, open.created_at) as created_at`

async function listPlaces(
  db: Kysely<DB>,
  { userId }: LineFilter,
  places: RawBuilder<unknown>,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select place.at, place.sub, ${lineColumns}
    from (${places}) place
    left join transactions line on line.user_id = ${userId} and line.seq = place.at and place.sub = 0
    left join deposits open on open.user_id = ${userId} and open.id = place.sub and place.sub > 0
    left join orders on orders.user_id = ${userId} and orders.id = line.order_id
    left join deposits credited on credited.user_id = ${userId} and credited.id = line.deposit_id
    order by place.at desc, place.sub desc`.execute(db)
  return rows
}

/** The balance after a line; nothing before the first. */
export async function findBalanceAt(
  db: Kysely<DB>,
  { userId, line }: { userId: number; line: number },
): Promise<Money> {
  const row = await db
    .selectFrom('transactions')
    .select('balance_after')
    .where('user_id', '=', userId)
    .where('seq', '=', line)
    .executeTakeFirst()
  return money(row?.balance_after ?? 0n)
}
