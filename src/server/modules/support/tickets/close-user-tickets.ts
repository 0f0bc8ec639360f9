import type { Tx } from '#server/lib/postgres/transact.ts'

/** Nobody waits for an answer any more, and the files that came along are removed with what is left over. */
export async function forgetTickets(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await closeTickets(tx, { userId, now })
  await detachFiles(tx, userId)
  await deleteKeysOf(tx, userId)
  // Where it was one of the staff.
  await freeTicketsOf(tx, userId)
}

/** Of a customer, whoever has sent it. */
async function deleteKeysOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('ticket_keys').where('user_id', '=', userId).execute()
}

/** Whoever has left has none: those that are open go to the others. */
async function freeTicketsOf(tx: Tx, actorId: number): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ assigned_to: null })
    .where('assigned_to', '=', actorId)
    .where('status', '=', 'open')
    .execute()
}

/** All of a customer's belong to no message any more, and are removed as what is left over. */
async function detachFiles(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('ticket_attachments')
    .set({ ticket_id: null, message_id: null, name: 'file' })
    .where('user_id', '=', userId)
    .execute()
}

/** All that are open. */
async function closeTickets(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ status: 'closed', closed_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .execute()
}
