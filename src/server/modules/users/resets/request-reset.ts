import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { makeQueue } from '#server/lib/queue/make-queue.ts'
import type { Outcome } from '#server/lib/queue/queue.ts'
import { makeLinkToken } from '#server/modules/messaging/emails/link-token.ts'
import { queueEmail } from '#server/modules/messaging/emails/queue-email.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import { findPassword } from '#server/modules/users/auth/password-queries.ts'

/**
 * Stores the request; the queue looks up the account later, so that neither the answer nor its timing reveals which
 * addresses have one. Throws `rate_limited` for known and unknown addresses alike.
 */
export async function requestReset(ctx: Context, email: string): Promise<void> {
  await takeTry(ctx, { what: 'reset', parts: [email] })
  await insertResetRequest(ctx.db, email)
  ctx.events.publish({ topic: 'reset' })
}

/**
 * Requests of a password reset: a link is emailed to each requester with an active account and a password; invited users have
 * their invitation.
 */
export const resetQueue = makeQueue({
  name: 'password resets',
  table: 'reset_requests',
  key: ['id'],
  columns: ['email'],
  order: ['id'],
  since: 'created_at',
  wakeOn: 'reset',
  everyMs: 5_000,
  concurrency: 1,
  leaseSeconds: 30,
  timeoutSeconds: 30,
  tries: { max: 10, pauseSeconds: 5, pauseSecondsMax: 300 },
  whenDone: 'delete',
  handle: (ctx, { email }, claim) =>
    transact(ctx, async (tx, publish): Promise<Outcome> => {
      await claim.end(tx)
      await sendResetEmail(ctx, { tx, publish, email })
      return 'ended'
    }),
})

async function sendResetEmail(
  ctx: Context,
  { tx, publish, email }: { tx: Tx; publish: Publish; email: string },
): Promise<void> {
  // Several requests for one address are answered by one email.
  await tx.deleteFrom('reset_requests').where('email', '=', email).execute()
  const stored = await findPassword(tx, { email })
  if (stored?.passwordHash === undefined || stored.status !== 'active') return
  const { userId } = stored
  const hashOf = (id: bigint) => hashToken(tokenOf(ctx, { userId, id, email }))
  const reset = String(await replaceReset(tx, { userId, email, hashOf }))
  const event = `password_reset:${reset}`
  const details = { reset }
  await queueEmail(tx, publish, { userId, receiver: email, event, kind: 'password_reset', details })
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

/** Replaces earlier resets. `hashOf` gets the id that the token contains. Returns the id. */
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
