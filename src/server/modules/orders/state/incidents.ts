import { sql } from 'kysely'

import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { OrderKey } from './order-queries.ts'

/** A longer gap between two attempts separates two incidents. */
export const PAUSE_MINUTES = 15

/** SQL: what the attempts of one incident have in common. Long numbers, such as order ids at the provider, don't count. */
export const causeOfAttempt = `concat_ws(' ', tried.fault ->> 'code', tried.fault #>> '{details,http_status}',
    left(regexp_replace(tried.fault #>> '{details,error}', '\\d{4,}', '…', 'g'), 200))`

/** SQL: queue entries with their orders and attempts. One without an attempt was never sent and belongs to no incident. */
export const entriesWithAttempts = `dispatch_queue entry
  join orders on orders.user_id = entry.user_id and orders.id = entry.order_id
  join order_attempts tried on tried.user_id = entry.user_id and tried.order_id = entry.order_id and tried.number = entry.tries`

type Reviewed = {
  provider_id: number
  review_code: string
  cause: string
  fault: string | null
  sentence: string | null
  started_at: Date
  cost: bigint
  price: bigint
}

/** Adds an order to its incident, or opens one. Called last, when order, attempt and queue entry show that it is in review. */
export async function joinIncident(tx: Tx, { userId, id }: OrderKey): Promise<void> {
  const { rows } = await sql<Reviewed>`
select tried.provider_id, review_code, ${sql.raw(causeOfAttempt)} as cause, fault::text, refusal_text as sentence, started_at,
  cost, price
from ${sql.raw(entriesWithAttempts)}
where entry.user_id = ${userId} and entry.order_id = ${id} and orders.dispatch = 'review'`.execute(tx)
  const [reviewed] = rows
  if (reviewed === undefined) return
  // Two concurrent orders open only one incident.
  await takeLock(tx, 'incidents of a provider', reviewed.provider_id)
  const incidentId = (await countIn(tx, reviewed)) ?? (await openIncident(tx, reviewed))
  await sql`
update dispatch_queue set incident_id = ${incidentId} where user_id = ${userId} and order_id = ${id}`.execute(
    tx,
  )
}

/** The incident's id; undefined if there is none at that time. */
async function countIn(tx: Tx, { started_at: at, ...reviewed }: Reviewed): Promise<number | undefined> {
  const pause = sql`make_interval(mins => ${PAUSE_MINUTES})`
  const { rows } = await sql<{ id: number }>`
update incidents set orders = orders + 1, cost = cost + ${reviewed.cost}, price = price + ${reviewed.price},
  fault = case when ${at} < began_at then ${reviewed.fault}::jsonb else fault end,
  sentence = case when sentence = ${reviewed.sentence} then sentence end,
  began_at = least(began_at, ${at}::timestamptz), ended_at = greatest(ended_at, ${at}::timestamptz)
where ended_at >= ${at}::timestamptz - ${pause} and id = (
  select id from incidents
  where provider_id = ${reviewed.provider_id} and review_code = ${reviewed.review_code} and cause = ${reviewed.cause}
    and began_at <= ${at}::timestamptz + ${pause}
  order by began_at desc limit 1)
returning id`.execute(tx)
  return rows[0]?.id
}

async function openIncident(tx: Tx, { started_at: at, ...reviewed }: Reviewed): Promise<number> {
  const { id } = await tx
    .insertInto('incidents')
    .values({ ...reviewed, began_at: at, ended_at: at, orders: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes an order from its incident, if it is in one. Called before its queue entry changes. */
export async function leaveIncident(tx: Tx, key: OrderKey): Promise<void> {
  const entry = await tx
    .selectFrom('dispatch_queue')
    .select(['incident_id', 'tries'])
    .where('user_id', '=', key.userId)
    .where('order_id', '=', key.id)
    .where('incident_id', 'is not', null)
    .executeTakeFirst()
  if (entry === undefined) return
  await tx
    .updateTable('dispatch_queue')
    .set({ incident_id: null })
    .where('user_id', '=', key.userId)
    .where('order_id', '=', key.id)
    .execute()
  await countOut(tx, key, entry)
}

/** For an entry that is deleted. */
export async function countOut(
  tx: Tx,
  { userId, id }: OrderKey,
  { incident_id: incidentId, tries }: { incident_id: number | null; tries: number },
): Promise<void> {
  if (incidentId === null) return
  const { rows } = await sql<{ cost: bigint; price: bigint }>`
select cost, price from orders join order_attempts tried on tried.user_id = orders.user_id and tried.order_id = orders.id
where orders.user_id = ${userId} and orders.id = ${id} and number = ${tries}`.execute(tx)
  const [tried] = rows
  if (tried === undefined) throw new Error('an order of an incident has no attempt')
  const { cost, price } = tried
  const left = await sql<{ orders: number }>`
update incidents set orders = orders - 1, cost = cost - ${cost}, price = price - ${price}
where id = ${incidentId} returning orders`.execute(tx)
  if (left.rows[0]?.orders === 0) await tx.deleteFrom('incidents').where('id', '=', incidentId).execute()
}

/** Why it is in review changed. */
export async function changeIncident(tx: Tx, key: OrderKey): Promise<void> {
  // The lock before the incident that is left, as in `joinIncident`: the reverse could deadlock two txs.
  const { rows } = await sql<{ provider_id: number }>`
select tried.provider_id from ${sql.raw(entriesWithAttempts)}
where entry.user_id = ${key.userId} and entry.order_id = ${key.id}`.execute(tx)
  for (const { provider_id: id } of rows) await takeLock(tx, 'incidents of a provider', id)
  await leaveIncident(tx, key)
  await joinIncident(tx, key)
}
