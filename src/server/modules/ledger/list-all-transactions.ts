import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { AnswerOf, QueryOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import { toBoundedPagination } from '#contract/base/paging.ts'
import type {
  AdminTransaction,
  exportAdminTransactions as exporting,
  listAdminTransactions as endpoint,
} from '#contract/ledger/admin-transactions.ts'
import type { Context } from '#server/context.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import { fromCursor } from '#server/lib/postgres/id-cursor.ts'
import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import { userMatches, toNamedId } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { joinToLines, lineColumns, type LineFacts } from './statement-queries.ts'
import { toTransaction } from './to-transaction.ts'

/** Max. lines a search finds; a page of 50 of them reads fewer than 1,000 rows. */
const FOUND_MAX = 300

/** A ledger row, or a deposit that is not in the ledger. Their ids come from one sequence. */
type LineKey = { user_id: number; id: bigint; is_open: boolean }

type AnyLineRow = LineFacts & { user_id: number; user_name: string | null; price: bigint | null }

/** `hasMore`: there are lines below the last. `isCut`: more customers match than were searched. */
type Found = { keys: LineKey[]; hasMore: boolean; isCut: boolean }

/** A page of all customers' ledger rows and open deposits that match, newest first. */
export async function listAllTransactions(
  ctx: Context,
  { limit, page, before, cursor, ...filter }: QueryOf<typeof endpoint>,
): Promise<Omit<AnswerOf<typeof endpoint>, 'success'>> {
  const below = before === undefined ? fromCursor(cursor) : BigInt(before)
  const { keys, hasMore, isCut } = await findKeys(ctx, { ...filter, below })
  const found = toBoundedPagination(keys.length, { limit, max: FOUND_MAX })
  const end = Math.min(page * limit, FOUND_MAX)
  const rows = await listAnyLines(ctx.db, keys.slice((page - 1) * limit, end))
  const last = hasMore || keys.length > end ? keys.slice(0, end).at(-1) : undefined
  return {
    transactions: rows.map(toAdminTransaction),
    next_cursor: last === undefined ? null : String(last.id),
    pagination: { ...found, isBounded: isCut || hasMore || found.isBounded },
  }
}

/** One ledger row, or an open deposit. Throws `not_found`. */
export async function getAnyTransaction(ctx: Context, id: bigint): Promise<AdminTransaction> {
  const keys = (await listKeysOfId(ctx.db, id)).filter((key) => key.id === id)
  const [row] = await listAnyLines(ctx.db, keys.slice(0, 1))
  if (row === undefined) throw new AppError('not_found')
  return toAdminTransaction(row)
}

/** All matching lines, at most FOUND_MAX in memory at a time. */
export async function* exportAllTransactions(
  ctx: Context,
  { search, user_id: userId }: QueryOf<typeof exporting>,
): AsyncGenerator<AdminTransaction> {
  let below: bigint | undefined
  for (;;) {
    const { keys, hasMore } = await findKeys(ctx, { search, user_id: userId, below })
    yield* (await listAnyLines(ctx.db, keys)).map(toAdminTransaction)
    below = keys.at(-1)?.id
    if (!hasMore) return
  }
}

/** Max. customers found by name; the lines found are shared equally between them. */
const NAMED_MAX = 20

async function findKeys(
  { db }: Context,
  {
    search = '',
    user_id: userId,
    below,
  }: { search?: string | undefined; user_id?: number | undefined; below: bigint | undefined },
): Promise<Found> {
  const whole = (keys: LineKey[]): Found => ({ keys, hasMore: false, isCut: false })
  if (search === '') {
    const keys = await listAnyKeys(db, { userId, below, count: FOUND_MAX + 1 })
    return { keys, hasMore: keys.length > FOUND_MAX, isCut: false }
  }
  const isWanted = (key: LineKey) =>
    (userId === undefined || key.user_id === userId) && (below === undefined || key.id < below)
  const id = toNamedId(search)
  if (id !== undefined) return whole((await listKeysOfId(db, id)).filter(isWanted))
  const referred = await listKeysOfReference(db, search)
  if (referred.length > 0) return whole(referred.filter(isWanted))
  const { userIds, isCut } = await findNamedUsers(db, { text: search, userId, max: NAMED_MAX })
  const count = Math.ceil((FOUND_MAX + 1) / Math.max(1, userIds.length))
  const keys = await listKeysOfUsers(db, { userIds, below, count })
  // A customer with a full share may have more lines below its end; no lines are shown below the highest such end.
  const ends = userIds.flatMap((one) => keys.filter((key) => key.user_id === one)[count - 1] ?? [])
  const floor = ends.reduce((highest, { id: end }) => (end > highest ? end : highest), 0n)
  return { keys: keys.filter((key) => key.id >= floor), hasMore: ends.length > 0, isCut }
}

function toAdminTransaction({ user_id, user_name, price, ...line }: AnyLineRow): AdminTransaction {
  return { ...toTransaction(line), user_id, user_name, price: price === null ? null : money(price) }
}

type Below = { below: bigint | undefined; count: number }

/** Newest first, for everyone or one customer. Each half reads at most `count` rows from its own index. */
async function listAnyKeys(
  db: Kysely<DB>,
  { userId, below, count }: Below & { userId?: number | undefined },
): Promise<LineKey[]> {
  const isBelow = below === undefined ? sql`true` : sql`id < ${below}`
  const isTheirs = userId === undefined ? isBelow : sql`${ofCustomer(userId)} and ${isBelow}`
  // Deposits are opened under their account's lock, so `opened_after` rises with the id, and has an index by customer.
  const [ofLines, ofOpen] =
    userId === undefined ? [sql``, sql``] : [sql`user_id desc,`, sql`user_id, opened_after desc,`]
  return readKeys(
    db,
    sql`(select user_id, id, false as is_open from transactions where ${isTheirs}
        order by ${ofLines} id desc limit ${count})
      union all (select user_id, id, true from deposits where status <> 'completed' and ${isTheirs}
        order by ${ofOpen} id desc limit ${count})
      order by id desc limit ${count}`,
  )
}

/**
 * The row with this id, all rows of the order with this id, and a deposit with its bonus, whose id is never the
 * deposit's: an index covers only those rows.
 */
async function listKeysOfId(db: Kysely<DB>, id: bigint): Promise<LineKey[]> {
  return readKeys(
    db,
    sql`(select user_id, id, false as is_open from transactions where id = ${id})
      union (select user_id, id, true from deposits where id = ${id} and status <> 'completed')
      union (select line.user_id, line.id, false from orders
        join transactions line on line.user_id = orders.user_id and line.order_id = orders.id and line.type = 'order'
        where orders.id = ${id})
      union (select line.user_id, line.id, false from orders
        join transactions line on line.user_id = orders.user_id and line.order_id = orders.id and line.type = 'refund'
        where orders.id = ${id})
      union (select line.user_id, line.id, false from deposits
        join transactions line on line.user_id = deposits.user_id and line.deposit_id = deposits.id
          and line.deposit_id <> line.id and line.type = 'bonus'
        where deposits.id = ${id})
      order by id desc limit 300`,
  )
}

/** By the reference on a gateway's invoice, or one that staff entered. */
async function listKeysOfReference(db: Kysely<DB>, reference: string): Promise<LineKey[]> {
  return readKeys(
    db,
    sql`select user_id, id, status <> 'completed' as is_open from deposits where reference in (${reference}, ${`manual:${reference}`})
      order by id desc limit 10`,
  )
}

/** Customers whose name or email contains the text; the newest `max` of them, so that the next page covers the same ones. */
async function findNamedUsers(
  db: Kysely<DB>,
  { text, userId, max }: { text: string; userId: number | undefined; max: number },
): Promise<{ userIds: number[]; isCut: boolean }> {
  const every = db.selectFrom('users').select('id').where('deleted_at', 'is', null).where(userMatches(text))
  const named = userId === undefined ? every : every.where('id', '=', userId)
  const some = await named.limit(max + 1).execute()
  const isCut = some.length > max
  const rows = isCut ? await named.orderBy('id', 'desc').limit(max).execute() : some
  return { userIds: rows.map(({ id }) => id), isCut }
}

/** The newest `count` of each of these customers. */
async function listKeysOfUsers(
  db: Kysely<DB>,
  { userIds, below, count }: Below & { userIds: readonly number[] },
): Promise<LineKey[]> {
  if (clusterOf(db) !== undefined) {
    const keys: LineKey[] = []
    for (const userId of userIds) keys.push(...(await listAnyKeys(db, { userId, below, count })))
    return keys.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  }
  const rest = sql`user_id = asked.id and ${below === undefined ? sql`true` : sql`id < ${below}`}
    order by id desc limit ${count}`
  return readKeys(
    db,
    sql`select own.* from unnest(${userIds}::int[]) as asked (id)
      cross join lateral (
        (select user_id, id, false as is_open from transactions where ${rest})
        union all (select user_id, id, true from deposits where status <> 'completed' and ${rest})
        order by id desc limit ${count}) own
      order by id desc`,
  )
}

async function readKeys(db: Kysely<DB>, keys: RawBuilder<unknown>): Promise<LineKey[]> {
  const { rows } = await sql<LineKey>`${keys}`.execute(db)
  return rows
}

/** In the order of the keys. A deposit credited since its key was read appears as its ledger row. */
async function listAnyLines(db: Kysely<DB>, keys: readonly LineKey[]): Promise<AnyLineRow[]> {
  if (clusterOf(db) === undefined) return listLinesOf(db, keys, undefined)
  // On a cluster, lines are joined per customer, on that customer's node.
  const rows: AnyLineRow[] = []
  for (const [userId, own] of Map.groupBy(keys, ({ user_id: id }) => id))
    rows.push(...(await listLinesOf(db, own, userId)))
  const places = new Map(keys.map(({ user_id: userId, id }, at) => [`${userId} ${id}`, at]))
  const placeOf = ({ user_id: userId, id }: AnyLineRow) => places.get(`${userId} ${id}`) ?? 0
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** `only`: all keys are of this customer. */
async function listLinesOf(
  db: Kysely<DB>,
  keys: readonly LineKey[],
  only: number | undefined,
): Promise<AnyLineRow[]> {
  const userId = only === undefined ? sql`asked.user_id` : sql`${only}::int`
  const { rows } = await sql<AnyLineRow>`
    select ${lineColumns(userId)}, asked.user_id, case when users.deleted_at is null then users.name end as user_name,
      orders.price
    from unnest(${keys.map(({ user_id: userId }) => userId)}::int[], ${keys.map(({ id }) => id)}::bigint[])
      with ordinality as asked (user_id, id, at)
    join users on users.id = ${userId}
    left join transactions line on line.user_id = ${userId} and line.id = asked.id
    left join deposits open on open.user_id = ${userId} and open.id = asked.id and line.id is null
    ${joinToLines(userId)}
    where line.id is not null or open.id is not null
    order by asked.at`.execute(db)
  return rows
}
