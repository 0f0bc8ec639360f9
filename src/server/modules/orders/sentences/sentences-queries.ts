import { type Kysely, sql } from 'kysely'

import type { OrderReviewCode } from '#contract/orders/order-review.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import { needsAttention } from '#server/modules/orders/state/review-queries.ts'
import { withNames } from '#server/modules/users/read-names.ts'

/** Whether staff taught that this sentence means "not accepted" at this provider. */
export async function isTaught(
  db: Kysely<DB>,
  { providerId, sentence }: { providerId: number; sentence: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('refusal_sentences')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('sentence', '=', sentence)
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first. */
export async function listTaughtRows(db: Kysely<DB>, providerId: number) {
  const rows = await db
    .selectFrom('refusal_sentences')
    .select(['id', 'sentence', 'example', 'taught_by as by', 'taught_at'])
    .where('provider_id', '=', providerId)
    .orderBy('id', 'desc')
    .execute()
  const named = await withNames(db, rows, ({ by }) => by)
  return named.map(({ by: _by, name, ...row }) => ({ ...row, taught_by: name }))
}

export async function findSentence(
  db: Kysely<DB>,
  { providerId, id }: { providerId: number; id: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('refusal_sentences')
    .select('sentence')
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sentence
}

/** Undefined when it is already taught. */
export async function insertTaught(
  tx: Tx,
  { providerId, sentence, example, taughtBy }: Taught,
): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('refusal_sentences')
    .values({ provider_id: providerId, sentence, example, taught_by: taughtBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}
type Taught = { providerId: number; sentence: string; example: string; taughtBy: number }

export async function deleteTaught(
  tx: Tx,
  { providerId, id }: { providerId: number; id: number },
): Promise<{ sentence: string; example: string } | undefined> {
  return tx
    .deleteFrom('refusal_sentences')
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .returning(['sentence', 'example'])
    .executeTakeFirst()
}

/** The refusal with an unknown text of an order's last attempt; undefined if its response was lost or was another. */
export async function findLastRefusal(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: bigint },
): Promise<{ number: number; provider_id: number; refusal_text: string; error: string } | undefined> {
  const { rows } = await sql<{
    number: number
    provider_id: number
    refusal_text: string | null
    error: string
  }>`
select number, provider_id, case when state = 'unknown' then refusal_text end as refusal_text, coalesce(fault #>> '{details,error}', '') as error
from order_attempts where user_id = ${userId} and order_id = ${id} order by number desc limit 1`.execute(db)
  const [last] = rows
  return last === undefined || last.refusal_text === null
    ? undefined
    : { ...last, refusal_text: last.refusal_text }
}

/** Orders in review whose last attempt got that sentence, longest waiting first. */
export async function listWaitingWith(
  db: Kysely<DB>,
  { providerId, sentence, limit }: { providerId: number; sentence: string; limit: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
select orders.id
from order_attempts tried join orders on orders.user_id = tried.user_id and orders.id = tried.order_id
where tried.provider_id = ${providerId} and tried.refusal_text = ${sentence} and tried.state = 'unknown'
  and ${needsAttention} and orders.dispatch = 'review'
  and not exists (select from order_attempts later where later.user_id = tried.user_id
    and later.order_id = tried.order_id and later.number > tried.number)
order by tried.finished_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Orders canceled by the provider with the charge kept and nothing left to deliver, oldest first. */
export async function listCanceledWithCharge(
  db: Kysely<DB>,
  { providerId, limit }: { providerId: number; limit: number },
): Promise<bigint[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(needsAttention)
    .where('review_code', '=', CANCELED_WITH_CHARGE)
    .where('dispatch', '=', 'accepted')
    .where('provider_id', '=', providerId)
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const CANCELED_WITH_CHARGE = 'canceled_nothing_remains' satisfies OrderReviewCode
