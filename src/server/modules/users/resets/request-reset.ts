import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { workThrough } from '#server/lib/queue/loop.ts'
import { makeLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import { findPassword } from '#server/modules/users/auth/password-queries.ts'

const BATCH = 50

/**
 * Stores the request; `sendResetEmails` looks up the account later, so that neither the answer nor its time
 * reveals who has one. Throws `rate_limited` for known and unknown addresses alike.
 */
export async function requestReset(ctx: Context, email: string): Promise<void> {
  await takeTry(ctx, { what: 'reset', parts: [email] })
  await insertResetRequest(ctx.db, email)
  ctx.events.publish({ topic: 'reset' })
}

/**
 * Emails a reset link to each requester with an active account and a password; invited users have their
 * invitation. Each address has its own tx, so that one failure does not stop the others.
 */
export async function sendResetEmails(ctx: Context): Promise<false> {
  const failures: unknown[] = []
  for (let after = 0n, isMore = true; isMore;) {
    const page = await listResetRequests(ctx.db, { after, limit: BATCH })
    const items = new Set(page.map(({ email }) => email))
    await workThrough({ items, atOnce: 1, work: (email) => sendResetEmail(ctx, email) }).catch(
      (error: unknown) => failures.push(error),
    )
    after = page.at(-1)?.id ?? after
    isMore = page.length === BATCH
  }
  if (failures.length > 0) throw failures[0]
  return false
}

async function sendResetEmail(ctx: Context, email: string): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    if (!(await takeResetRequests(tx, email))) return
    const stored = await findPassword(tx, { email })
    if (stored?.passwordHash === undefined || stored.status !== 'active') return
    const { userId } = stored
    const hashOf = (id: bigint) => hashToken(tokenOf(ctx, { userId, id, email }))
    const reset = String(await replaceReset(tx, { userId, email, hashOf }))
    const event = `password_reset:${reset}`
    const details = { reset }
    await queueEmail(tx, publish, { userId, receiver: email, event, kind: 'password_reset', details })
  })
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function tokenOf({ secrets }: Context, reset: { userId: number; id: bigint; email: string }): string {
  const { userId, id, email } = reset
  return makeLinkToken(secrets.signingKey, { purpose: 'reset-password', userId, id: String(id), email })
}

async function insertResetRequest(db: Kysely<DB>, email: string): Promise<void> {
  await db.insertInto('reset_requests').values({ email }).execute()
}

/** Oldest first, after that id. */
async function listResetRequests(
  db: Kysely<DB>,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ id: bigint; email: string }[]> {
  return db
    .selectFrom('reset_requests')
    .select(['id', 'email'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes all requests of the address. False if there were none. */
async function takeResetRequests(tx: Tx, email: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reset_requests')
    .where('email', '=', email)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Replaces earlier resets. `hashOf` gets the id, of which the token is made. Answers the id. */
async function replaceReset(
  tx: Tx,
  { userId, email, hashOf }: { userId: number; email: string; hashOf: (id: bigint) => Buffer },
): Promise<bigint> {
  await deleteResets(tx, userId)
  const { rows } = await sql<{ id: bigint }>`select nextval('password_reset_ids') as id`.execute(tx)
  const [{ id } = { id: 0n }] = rows
  await tx
    .insertInto('password_resets')
    .values({ user_id: userId, id, email, token_hash: hashOf(id) })
    .execute()
  return id
}

export async function deleteResets(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}
