import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact } from '#server/lib/postgres/transact.ts'

import { makeTokenSigner } from './authenticate.ts'
import { takeTry } from './limit-tries.ts'
import {
  absolute,
  type Device,
  grace,
  lifetime,
  secondsUntil,
  thisMoment,
  thisStatement,
  storedUserAgent,
} from './sessions-queries.ts'

/**
 * The token of the session that replaces this one; the old one works for another 60 s, for running requests. A second
 * renewal meanwhile (another tab, or a lost answer) gets the same session. Throws `rate_limited`.
 */
export async function renewToken(
  ctx: Context,
  { userId, sessionId, device }: { userId: number; sessionId: string; device: Device },
): Promise<string> {
  await takeTry(ctx, { what: 'refresh', parts: [userId] })
  const named = { userId, sessionId }
  const renewed = (await renewSession(ctx, { ...named, device })) ?? (await findRenewed(ctx.db, named))
  if (renewed === undefined) throw new AppError('authentication_required')
  return makeTokenSigner(ctx.secrets)(userId, renewed.id, { seconds: renewed.seconds })
}

/** `seconds`: until it ends unless it is renewed. */
type Renewed = { id: string; seconds: number }

/**
 * Replaces an active session by a new one, once: of concurrent renewals one succeeds. Keeps the session
 * epoch, so that a new password ends both. The row lock on the user orders it before or after anything that
 * ends this user's sessions.
 */
async function renewSession(
  ctx: Context,
  { userId, sessionId, device }: { userId: number; sessionId: string; device: Device },
): Promise<Renewed | undefined> {
  return transact(ctx, async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
    const { rows } = await sql<Renewed>`
      with old as (
        update sessions set ends_at = least(ends_at, ${thisStatement} + ${grace}), is_renewed = true, renewed_at = ${thisStatement}
        where user_id = ${userId} and id = ${sessionId}::uuid and ends_at > ${thisStatement} and not is_renewed
        returning user_id, chain, epoch, signed_in_at, proven_at
      )
      insert into sessions (user_id, id, chain, epoch, ends_at, signed_in_at, proven_at, address, user_agent)
      select user_id, ${randomUUID()}::uuid, chain, epoch, least(${thisStatement} + ${lifetime}, signed_in_at + ${absolute}),
        signed_in_at, proven_at, ${device.address}, ${storedUserAgent(device)} from old
      returning id, ${secondsUntil(sql.ref('ends_at'))} as seconds`.execute(tx)
    return rows[0]
  })
}

/** The newest session of the chain, within the grace period of the one named. */
async function findRenewed(
  db: Kysely<DB>,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<Renewed | undefined> {
  return db
    .selectFrom('sessions as named')
    .innerJoin('sessions as last', (join) =>
      join.onRef('last.user_id', '=', 'named.user_id').onRef('last.chain', '=', 'named.chain'),
    )
    .select(['last.id', secondsUntil(sql.ref('last.ends_at')).as('seconds')])
    .where('named.user_id', '=', userId)
    .where('named.id', '=', sessionId)
    .where('named.is_renewed', '=', true)
    .where('named.ends_at', '>', thisMoment)
    .where('last.is_renewed', '=', false)
    .where('last.ends_at', '>', thisMoment)
    .executeTakeFirst()
}
