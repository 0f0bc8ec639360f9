import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import type { KeptResult } from './line-results.ts'

type Named = { userId: number; idempotencyKey: string }
export type KeptMass = { request_hash: Buffer; results: KeptResult[]; balance: bigint }

/** Before the tx waits for anything. What it waits for longer than this ends it. */
export async function limitWaiting(tx: Tx, timeoutMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${timeoutMs}ms`}, true)`.execute(tx)
}

/** Answers false where the key is taken. Waits for a copy that is just being placed. */
export async function takeMassKey(
  tx: Tx,
  { userId, idempotencyKey, requestHash }: Named & { requestHash: Buffer },
): Promise<boolean> {
  const taken = await tx
    .insertInto('mass_orders')
    .values({ user_id: userId, idempotency_key: idempotencyKey, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function keepMass(
  tx: Tx,
  { userId, idempotencyKey, results, balance }: Named & { results: readonly KeptResult[]; balance: bigint },
): Promise<void> {
  await tx
    .updateTable('mass_orders')
    .set({ results: JSON.stringify(results), balance })
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

export async function findMass(
  db: Kysely<DB>,
  { userId, idempotencyKey }: Named,
): Promise<KeptMass | undefined> {
  const row = await db
    .selectFrom('mass_orders')
    .select(['request_hash', 'results', 'balance'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row && { ...row, results: row.results as KeptResult[] } // what `keepMass` wrote
}

/** What a first answer said of its orders, by their ids. */
export async function listPlacedOrders(
  db: Kysely<DB>,
  { userId, ids }: { userId: number; ids: readonly bigint[] },
) {
  if (ids.length === 0) return []
  return db
    .selectFrom('orders')
    .select(['id', 'service_id', 'service_name', 'link', 'quantity', 'price', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

/** Answers how many are gone, at most `max`. */
export async function forgetOldMasses(
  db: Kysely<DB>,
  { before, max }: { before: Date; max: number },
): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from mass_orders where (user_id, idempotency_key) in (
      select user_id, idempotency_key from mass_orders where created_at < ${before}
      order by created_at limit ${max})`.execute(db)
  return numAffectedRows
}
