import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'

import { makeTokenSigner } from './authenticate.ts'
import { lockRenewals, endOldestRows } from './end-session.ts'
import { recordSignIn } from './record-sign-in.ts'
import { type Device, lifetime, thisMoment, storedUserAgent } from './sessions-queries.ts'

/**
 * Signs in a user who has just registered or used a link, and answers the token. Throws `account_blocked`,
 * also for a deleted user.
 */
export async function startSession(ctx: Context, userId: number, device: Device): Promise<string> {
  const sessionId = await transact(ctx, async (tx, publish) => {
    const id = await openSession(tx, publish, { userId, device })
    if (id !== undefined) await recordSignIn(ctx, tx, publish, { userId, device, isEmailed: false })
    return id
  })
  if (sessionId === undefined) throw new AppError('account_blocked')
  ctx.security.note('signed_in', { userId, address: device.address })
  return makeTokenSigner(ctx.secrets)(userId, sessionId)
}

/**
 * Inserts a session of this epoch, or of the current one. Beyond `limits.sessionsPerUser` the oldest sign-in
 * ends. Undefined if the user is blocked or deleted, or the epoch has passed.
 */
export async function openSession(
  tx: Tx,
  publish: Publish,
  { userId, epoch, device }: { userId: number; epoch?: number; device: Device },
): Promise<string | undefined> {
  await lockRenewals(tx, userId)
  const id = await insertSession(tx, { userId, device, ...(epoch !== undefined && { epoch }) })
  if (id === undefined) return undefined
  for (const sessionId of await endOldestRows(tx, userId)) publish({ topic: 'session', userId, sessionId })
  return id
}

/** Undefined if the user is blocked or deleted, or the epoch has passed. */
async function insertSession(
  db: Kysely<DB>,
  { userId, epoch, device }: { userId: number; epoch?: number; device: Device },
): Promise<string | undefined> {
  const isEpoch = epoch === undefined ? sql`true` : sql`session_epoch = ${epoch}`
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, id, epoch, ends_at, address, user_agent)
    select id, ${randomUUID()}::uuid, session_epoch, ${thisMoment} + ${lifetime}, ${device.address},
      ${storedUserAgent(device)} from users
    where id = ${userId} and status = 'active' and deleted_at is null and ${isEpoch}
    returning id`.execute(db)
  return rows[0]?.id
}
