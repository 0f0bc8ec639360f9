import { type Kysely, type RawBuilder, sql } from 'kysely'

import { ofCustomer } from '#server/lib/postgres/of-customer.ts'
import { isSomebodyOf } from '#server/lib/postgres/search-text.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { lineColumns, type LineFacts } from './statement-queries.ts'

/** A line of somebody's: of the ledger, or a deposit that is not in it. Their ids come from one sequence. */
export type LineKey = { user_id: number; id: bigint; is_open: boolean }

export type AnyLineRow = LineFacts & { user_id: number; user_name: string | null; price: bigint | null }

type Span = { below: bigint | undefined; count: number }

/** Everybody's, or one customer's, newest first: each half reads what is asked for from its own index. */
export async function listAnyKeys(
  db: Kysely<DB>,
  { userId, below, count }: Span & { userId?: number | undefined },
): Promise<LineKey[]> {
  const isBelow = below === undefined ? sql`true` : sql`id < ${below}`
  const isTheirs = userId === undefined ? isBelow : sql`${ofCustomer(userId)} and ${isBelow}`
  // Who opens a deposit holds their account: their deposits' places in the statement rise with the ids, and have an index.
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

/** The line of that id, all of the order's of that id, and a deposit with its bonus. */
export async function listKeysOfId(db: Kysely<DB>, id: bigint): Promise<LineKey[]> {
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
          and line.type = 'bonus'
        where deposits.id = ${id})
      order by id desc limit 300`,
  )
}

/** A gateway's reference, as it stands on the invoice, or one that staff entered. */
export async function listKeysOfReference(db: Kysely<DB>, reference: string): Promise<LineKey[]> {
  return readKeys(
    db,
    sql`select user_id, id, status <> 'completed' as is_open from deposits where reference in (${reference}, ${`manual:${reference}`})
      order by id desc limit 10`,
  )
}

/** Whose name or address has it: at most `max`, and the newest of more, so that the next page is of the same ones. */
export async function findNamedUsers(
  db: Kysely<DB>,
  { text, userId, max }: { text: string; userId: number | undefined; max: number },
): Promise<{ userIds: number[]; isCut: boolean }> {
  const every = db.selectFrom('users').select('id').where('deleted_at', 'is', null).where(isSomebodyOf(text))
  const named = userId === undefined ? every : every.where('id', '=', userId)
  const some = await named.limit(max + 1).execute()
  const isCut = some.length > max
  const rows = isCut ? await named.orderBy('id', 'desc').limit(max).execute() : some
  return { userIds: rows.map(({ id }) => id), isCut }
}

/** The newest of each of these customers, as many of each. */
export async function listKeysOfUsers(
  db: Kysely<DB>,
  { userIds, below, count }: Span & { userIds: readonly number[] },
): Promise<LineKey[]> {
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

/** In the order of the keys. A deposit that was credited since its key was read is the line of the ledger that it is now. */
export async function listAnyLines(db: Kysely<DB>, keys: readonly LineKey[]): Promise<AnyLineRow[]> {
  const { rows } = await sql<AnyLineRow>`
    select ${lineColumns}, asked.user_id, case when users.deleted_at is null then users.name end as user_name,
      case when line.type = 'order' then orders.price end as price
    from unnest(${keys.map(({ user_id: userId }) => userId)}::int[], ${keys.map(({ id }) => id)}::bigint[])
      with ordinality as asked (user_id, id, at)
    join users on users.id = asked.user_id
    left join transactions line on line.user_id = asked.user_id and line.id = asked.id
    left join deposits open on open.user_id = asked.user_id and open.id = asked.id and line.id is null
    left join orders on orders.user_id = asked.user_id and orders.id = line.order_id
    left join deposits credited on credited.user_id = asked.user_id and credited.id = line.deposit_id
    where line.id is not null or open.id is not null
    order by asked.at`.execute(db)
  return rows
}
