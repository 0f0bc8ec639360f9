import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'

export type GatewayEvent = { id: bigint; reference: string; attempts: number }

export async function insertGatewayEvent(
  db: Kysely<DB>,
  event: { gateway: string; reference: string; body: string; receivedAt: Date },
): Promise<void> {
  const { gateway, reference, body, receivedAt } = event
  await db
    .insertInto('gateway_events')
    .values({ gateway, reference, body, received_at: receivedAt, work_at: receivedAt })
    .execute()
}

/**
 * News that is due, each row for one worker: it is due again at `leaseUntil` should that worker die. What is new is due
 * whatever its time says: the clock may have stepped back.
 */
export async function claimGatewayEvents(
  db: Kysely<DB>,
  { now, leaseUntil, count }: { now: Date; leaseUntil: Date; count: number },
): Promise<GatewayEvent[]> {
  const { rows } = await sql<GatewayEvent>`
    update gateway_events set work_at = ${leaseUntil}, attempts = attempts + 1
    where id in (
      select id from gateway_events where processed_at is null and (work_at <= ${now} or attempts = 0)
      order by work_at limit ${count} for update skip locked
    )
    returning id, reference, attempts`.execute(db)
  return rows
}

/** Those that are still held until `from` are held until `to`: what was put off or done with meanwhile is not touched. */
export async function renewGatewayEvents(
  db: Kysely<DB>,
  { ids, from, to }: { ids: readonly bigint[]; from: Date; to: Date },
): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ work_at: to })
    .where('id', 'in', ids)
    .where('work_at', '=', from)
    .where('processed_at', 'is', null)
    .execute()
}

/** Done with; `error` says why nothing came of it. */
export async function endGatewayEvents(
  db: Kysely<DB>,
  { ids, error, now }: { ids: bigint[]; error: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ processed_at: now, error })
    .where('id', 'in', ids)
    .where('processed_at', 'is', null)
    .execute()
}

export async function putOffGatewayEvents(
  db: Kysely<DB>,
  { ids, error, workAt }: { ids: bigint[]; error: string; workAt: Date },
): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ work_at: workAt, error })
    .where('id', 'in', ids)
    .where('processed_at', 'is', null)
    .execute()
}

/** Deletes the oldest that were done with before then, at most `count`; answers how many. */
export async function deleteOldGatewayEvents(
  db: Kysely<DB>,
  { before, count }: { before: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gateway_events where id in (
      select id from gateway_events where processed_at < ${before} order by processed_at limit ${count})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** The newest first, below an id. */
export async function listGatewayEventRows(
  db: Kysely<DB>,
  { before, count }: { before: bigint | undefined; count: number },
) {
  let query = db
    .selectFrom('gateway_events')
    .select(['id', 'gateway', 'reference', 'error', 'attempts', 'received_at', 'processed_at'])
    .orderBy('id', 'desc')
    .limit(count)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.execute()
}
