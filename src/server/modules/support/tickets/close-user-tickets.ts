import type { Tx } from '#server/lib/postgres/transact.ts'

/** For a deleted user: closes their open tickets, and unassigns tickets assigned to them as staff. */
export async function closeUserTickets(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await closeTickets(tx, { userId, now })
  await deleteKeysOf(tx, userId)
  await unassignTickets(tx, userId)
}

/** Keys of requests about the customer's tickets, including those of staff. */
async function deleteKeysOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('ticket_keys').where('user_id', '=', userId).execute()
}

async function unassignTickets(tx: Tx, actorId: number): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ assigned_to: null })
    .where('assigned_to', '=', actorId)
    .where('status', '=', 'open')
    .execute()
}

async function closeTickets(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ status: 'closed', closed_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .execute()
}
