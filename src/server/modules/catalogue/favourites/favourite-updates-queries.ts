import { type Kysely, sql } from 'kysely'

import type { ServiceChange } from '#contract/catalogue/favourite-changes.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type Terms = { id: number; isSold: boolean; rate: bigint; min: number; max: number }
export type Way = 'notification' | 'letter'
/** How far each way has come. */
const columnsOf = {
  notification: { upTo: 'notified_up_to', ended: 'notify_ended' },
  letter: { upTo: 'lettered_up_to', ended: 'letters_ended' },
} as const satisfies Record<Way, unknown>

/** When services were last looked at; undefined while another process is about it. It is this tx's until it ends. */
export async function lockLook(tx: Tx): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('favourite_looks')
    .select('looked_at')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.looked_at
}

export async function noteLook(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('favourite_looks').set({ looked_at: now }).execute()
}

export async function listTold(db: Kysely<DB>): Promise<Terms[]> {
  return db
    .selectFrom('told_services')
    .select(['service_id as id', 'is_sold as isSold', 'rate', 'min', 'max'])
    .execute()
}

export async function writeTold(tx: Tx, terms: readonly Terms[]): Promise<void> {
  await sql`
    insert into told_services (service_id, is_sold, rate, min, max)
    select * from unnest(${terms.map(({ id }) => id)}::int[], ${terms.map(({ isSold }) => isSold)}::bool[],
      ${terms.map(({ rate }) => rate)}::bigint[], ${terms.map(({ min }) => min)}::int[],
      ${terms.map(({ max }) => max)}::int[])
    on conflict (service_id) do update set is_sold = excluded.is_sold, rate = excluded.rate, min = excluded.min,
      max = excluded.max`.execute(tx)
}

/** Of these those that somebody starred. */
export async function listStarred(db: Kysely<DB>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::int[]) as asked (id)
    where exists (select from favourites where service_id = id)`.execute(db)
  return rows.map(({ id }) => id)
}

export type Changed = { before: Terms; after: Terms }

export async function insertNews(
  tx: Tx,
  { changes, now }: { changes: readonly Changed[]; now: Date },
): Promise<void> {
  const { id } = await tx
    .insertInto('favourite_news')
    .values({ created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = changes.map(({ before, after }) => ({
    service_id: after.id,
    was_sold: before.isSold,
    is_sold: after.isSold,
    rate_before: String(before.rate),
    rate: String(after.rate),
    min_before: before.min,
    min: after.min,
    max_before: before.max,
    max: after.max,
  }))
  await sql`
    insert into favourite_news_services
    select ${id}::int, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (service_id int,
      was_sold bool, is_sold bool, rate_before bigint, rate bigint, min_before int, min int, max_before int, max int)`.execute(
    tx,
  )
}

export type Turn = { id: number; upTo: number; at: Date }

/** The oldest that is under way by this way and that no other process is at; it is this tx's until it ends. */
export async function lockTurn(tx: Tx, way: Way): Promise<Turn | undefined> {
  const { upTo, ended } = columnsOf[way]
  return tx
    .selectFrom('favourite_news')
    .select(['id', `${upTo} as upTo`, 'created_at as at'])
    .where(ended, '=', false)
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Those up to that user were told now. It goes once every way is through. */
export async function moveOn(
  tx: Tx,
  { id, way, upTo, isEnd }: { id: number; way: Way; upTo: number; isEnd: boolean },
): Promise<void> {
  const columns = columnsOf[way]
  await tx
    .updateTable('favourite_news')
    .set({ [columns.upTo]: upTo, [columns.ended]: isEnd })
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('favourite_news')
    .where('id', '=', id)
    .where('notify_ended', '=', true)
    .where('letters_ended', '=', true)
    .execute()
}

/** The next stars above that customer, `max` of them at most: whose they are, in order, one entry for each. */
export async function listStarOwners(
  db: Kysely<DB>,
  { above, max }: { above: number; max: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('favourites')
    .select('user_id')
    .where('user_id', '>', above)
    .orderBy('user_id')
    .orderBy('service_id')
    .limit(max)
    .execute()
  return rows.map(({ user_id: id }) => id)
}

/** What is news to each of the customers above one and up to another; not to whoever starred it after the change was seen. */
export async function listNewsOf(
  db: Kysely<DB>,
  { turn, upTo }: { turn: Turn; upTo: number },
): Promise<(ServiceChange & { userId: number })[]> {
  const { rows } = await sql<ServiceChange & { userId: number }>`
    select user_id as "userId", news.service_id as id, services.name, was_sold as "wasSold", is_sold as "isSold",
      rate_before as "rateBefore", news.rate, min_before as "minBefore", news.min, max_before as "maxBefore", news.max
    from favourites
    join favourite_news_services news on news.news_id = ${turn.id} and news.service_id = favourites.service_id
    join services on services.id = news.service_id
    where user_id > ${turn.upTo} and user_id <= ${upTo} and favourites.created_at < ${turn.at}
    order by user_id, news.service_id`.execute(db)
  return rows
}
