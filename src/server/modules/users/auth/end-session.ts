import { sql } from 'kysely'

import { limits } from '#contract/base/limits.ts'
import type { Context } from '#server/context.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { moment, thisStatement } from './sessions-queries.ts'

/** `own`: the calling session, which stays. `by`: staff who end another user's session. */
type SessionEnding = { userId: number; own?: string | undefined; by?: By | undefined }

/**
 * Ends a session with the sessions it was renewed to, so that a thief can't continue under another id. Other processes
 * follow the event. False if it had ended.
 */
export async function endSession(
  ctx: Context,
  { sessionId, ...ending }: SessionEnding & { sessionId: string },
): Promise<boolean> {
  const { userId, own } = ending
  const except = own === sessionId ? undefined : own
  return (await end(ctx, ending, (tx, publish) => endFamily(tx, publish, { userId, sessionId, except }))) > 0
}

/** Ends all but the calling session; returns the number. */
export async function endOtherSessions(ctx: Context, ending: SessionEnding): Promise<number> {
  return end(ctx, ending, (tx, publish) => endOthers(tx, publish, ending))
}

async function end(
  ctx: Context,
  { userId, by }: SessionEnding,
  stop: (tx: Tx, publish: Publish) => Promise<number>,
): Promise<number> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    const sessions = await stop(tx, publish)
    if (sessions > 0) record({ action: 'user.sign_out', id: userId, after: { sessions } })
    return sessions
  })
}

/** Like `endOtherSessions`, in the caller's tx; without `own` ends all. */
export async function endOthers(
  tx: Tx,
  publish: Publish,
  { userId, own }: Pick<SessionEnding, 'userId' | 'own'>,
): Promise<number> {
  await lockRenewals(tx, userId)
  const ended =
    own === undefined ? await endAllRows(tx, userId) : await endOtherRows(tx, { userId, sessionId: own })
  return publishEnded(publish, userId, ended)
}

/** Like `endSession`, in the caller's tx. */
export async function endFamily(
  tx: Tx,
  publish: Publish,
  { userId, sessionId, except }: { userId: number; sessionId: string; except?: string | undefined },
): Promise<number> {
  await lockRenewals(tx, userId)
  return publishEnded(publish, userId, await endChainRows(tx, { userId, sessionId, except }))
}

function publishEnded(publish: Publish, userId: number, ended: readonly string[]): number {
  for (const sessionId of ended) publish({ topic: 'session', userId, sessionId })
  return ended.length
}

/** Prevents renewals of this user's sessions until the tx ends. */
export async function lockRenewals(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * Ends a session and its whole renewal chain except `except`. Returns the ids of those that were active. Call after
 * `lockRenewals`.
 */
async function endChainRows(
  tx: Tx,
  { userId, sessionId, except }: { userId: number; sessionId: string; except: string | undefined },
): Promise<string[]> {
  const chain = tx
    .selectFrom('sessions as named')
    .select('named.chain')
    .where('named.user_id', '=', userId)
    .where('named.id', '=', sessionId)
  let query = endingSessions(tx, userId).where('chain', 'in', chain)
  if (except !== undefined) query = query.where('id', '<>', except)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/**
 * Ends all but one session, including its predecessors. If another tab renewed it meanwhile, its successor stays: both
 * are the caller's. Returns the ids of those that were active. Call after `lockRenewals`.
 */
async function endOtherRows(
  tx: Tx,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<string[]> {
  const renewed = tx
    .selectFrom('sessions as own')
    .select('own.chain')
    .where('own.user_id', '=', userId)
    .where('own.id', '=', sessionId)
    .where('own.is_renewed', '=', true)
  const rows = await endingSessions(tx, userId)
    .where('id', '<>', sessionId)
    .where((is) => is.or([is('is_renewed', '=', true), is('chain', 'not in', renewed)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of those that were active. Call after `lockRenewals`. */
async function endAllRows(tx: Tx, userId: number): Promise<string[]> {
  const rows = await endingSessions(tx, userId).returning('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Ends the oldest sign-ins beyond `limits.sessionsPerUser`. Returns the ids of those that were active. Call after
 * `lockRenewals`.
 */
export async function endOldestRows(tx: Tx, userId: number): Promise<string[]> {
  const beyond = tx
    .selectFrom('sessions as old')
    .innerJoin('users', 'users.id', 'old.user_id')
    .select('old.chain')
    .where('old.user_id', '=', userId)
    .where('old.ends_at', '>', thisStatement)
    .where('old.is_renewed', '=', false)
    .whereRef('old.epoch', '=', 'users.session_epoch')
    .orderBy('old.signed_in_at', 'desc')
    .orderBy('old.created_at', 'desc')
    .offset(limits.sessionsPerUser)
  const rows = await endingSessions(tx, userId).where('chain', 'in', beyond).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Truncated to the millisecond: the column would round up, into the future. */
function endingSessions(tx: Tx, userId: number) {
  return tx
    .updateTable('sessions')
    .set({ ends_at: sql<Date>`date_trunc('milliseconds', ${thisStatement}) - ${moment}` })
    .where('user_id', '=', userId)
    .where('ends_at', '>', thisStatement)
}
