import type { Kysely } from 'kysely'

import type { contactStates } from '#contract/support/contact.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export type NewContactMessage = {
  userId: number | null
  name: string
  email: string
  subject: string
  message: string
}

const selected = (db: Kysely<DB>) =>
  db
    .selectFrom('contact_messages')
    .leftJoin('users', 'users.id', 'contact_messages.answered_by')
    .select([
      'contact_messages.id',
      'contact_messages.name',
      'contact_messages.email',
      'contact_messages.subject',
      'contact_messages.message',
      'contact_messages.created_at',
      'contact_messages.answered_at',
      'users.name as answered_by',
    ])
    .where('sorted_at', 'is not', null)

export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContactRow>>>

export async function findContactRow(db: Kysely<DB>, id: bigint) {
  return selected(db).where('contact_messages.id', '=', id).executeTakeFirst()
}

/** Newest first. */
export async function listContactRows(
  db: Kysely<DB>,
  {
    status,
    before,
    count,
  }: { status: (typeof contactStates)[number] | undefined; before: bigint | undefined; count: number },
): Promise<ContactRow[]> {
  let query = selected(db)
  if (status !== undefined) query = query.where('answered_at', status === 'open' ? 'is' : 'is not', null)
  if (before !== undefined) query = query.where('contact_messages.id', '<', before)
  return query.orderBy('contact_messages.id', 'desc').limit(count).execute()
}

/** False if it was already marked. */
export async function noteAnswered(
  tx: Tx,
  { id, actorId, now }: { id: bigint; actorId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_messages')
    .set({ answered_at: now, answered_by: actorId })
    .where('id', '=', id)
    .where('sorted_at', 'is not', null)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
