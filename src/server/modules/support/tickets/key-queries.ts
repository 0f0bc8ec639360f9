import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** A request under its sender's key. Staff's keys are told apart for each customer, with whose rows they lie. */
export type Keyed = {
  userId: number
  senderId: number
  call: DB['ticket_keys']['call']
  key: string
  requestHash: Buffer
}

/** Answers false where the key is taken. Waits for a copy that is just being written. */
export async function takeTicketKey(tx: Tx, keyed: Keyed & { now: Date }): Promise<boolean> {
  const taken = await tx
    .insertInto('ticket_keys')
    .values({
      user_id: keyed.userId,
      sender_id: keyed.senderId,
      call: keyed.call,
      idempotency_key: keyed.key,
      request_hash: keyed.requestHash,
      created_at: keyed.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function setWritten(
  tx: Tx,
  { userId, senderId, call, key }: Keyed,
  writtenId: bigint,
): Promise<void> {
  await tx
    .updateTable('ticket_keys')
    .set({ written_id: writtenId })
    .where('user_id', '=', userId)
    .where('sender_id', '=', senderId)
    .where('call', '=', call)
    .where('idempotency_key', '=', key)
    .execute()
}

export async function findTicketKey(db: Kysely<DB>, { userId, senderId, call, key }: Keyed) {
  return db
    .selectFrom('ticket_keys')
    .select(['request_hash', 'written_id'])
    .where('user_id', '=', userId)
    .where('sender_id', '=', senderId)
    .where('call', '=', call)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Answers how many are gone, at most `max`. */
export async function deleteKeysBefore(
  db: Kysely<DB>,
  { before, max }: { before: Date; max: number },
): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from ticket_keys where (user_id, sender_id, call, idempotency_key) in (
      select user_id, sender_id, call, idempotency_key from ticket_keys where created_at < ${before}
      order by created_at limit ${max})`.execute(db)
  return numAffectedRows
}

/** Of a customer, whoever has sent it. */
export async function deleteKeysOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('ticket_keys').where('user_id', '=', userId).execute()
}
