import { sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { appendToNotes, readNotes } from '#server/modules/attachments/store-notes.ts'

/** Stored with the ticket files: in DATA_DIR, or in the bucket. */
export const DELETED_USERS = 'deleted-users.jsonl'

/** The registration time is compared as well as the id: another shop's list must delete nobody. */
type Deletion = { user_id: number; registered_at: string; deleted_at: string }

/**
 * Records a deletion outside the database: restoring an older backup brings the user back. Contains only ids and times.
 * Can be repeated; throws `unavailable` if the file can't be written.
 */
export async function noteDeletion(ctx: Context, userId: number): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['created_at', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const noted: Deletion = {
    user_id: userId,
    registered_at: user.created_at.toISOString(),
    deleted_at: (user.deleted_at ?? ctx.clock()).toISOString(),
  }
  // One at a time, since an object in a bucket is written as a whole.
  await transact(ctx, async (tx) => {
    await takeLock(tx, 'deleted users')
    await appendToNotes(ctx, DELETED_USERS, `${JSON.stringify(noted)}\n`)
  })
}

/**
 * Users of this database that were deleted after its archive was made; clocks don't matter, since none of them was
 * deleted in it. `isWhole`: false if the list is missing or partly unreadable.
 */
export async function listDeletedSince(ctx: Context): Promise<{ ids: number[]; isWhole: boolean }> {
  const { text, isWhole } = await readNotes(ctx, DELETED_USERS)
  const deleted = text.split('\n').flatMap((line) => readDeletion(line) ?? [])
  const { rows } = await sql<{ id: number }>`
    select distinct users.id from users join unnest(${deleted.map(({ user_id: id }) => id)}::int[],
      ${deleted.map(({ registered_at: at }) => at)}::timestamptz[]) as noted (id, registered_at)
      on users.id = noted.id and users.created_at = noted.registered_at
    where deleted_at is null order by users.id`.execute(ctx.db)
  return { ids: rows.map(({ id }) => id), isWhole }
}

/** The users that a resume will delete, for the operator to review first. `balance` in units of 1e-8 USD. */
export async function describeDeletedSince(
  ctx: Context,
): Promise<{ id: number; email: string; balance: bigint }[]> {
  const { ids } = await listDeletedSince(ctx)
  if (ids.length === 0) return []
  return ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'email', 'balance'])
    .where('users.id', 'in', ids)
    .orderBy('users.id')
    .execute()
}

/** Undefined for a line that was cut off during writing. */
function readDeletion(line: string): Deletion | undefined {
  try {
    const { user_id, registered_at, deleted_at } = Object(JSON.parse(line))
    const isWhole = Number.isSafeInteger(user_id) && [registered_at, deleted_at].every(isTime)
    return isWhole ? { user_id, registered_at, deleted_at } : undefined
  } catch {
    return undefined
  }
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}
