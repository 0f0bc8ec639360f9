import { randomUUID } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import { API_KEYS_MAX, type ApiAccess } from '#contract/users/api-keys.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import { isAddressConfirmed } from '#server/modules/users/profile/confirm-address.ts'

import { toAllowed } from './allowed-addresses.ts'
import { type KeyHash, makeKey } from './authenticate-key.ts'
import { dayOf, findAccess } from './spend-by-key.ts'

export async function readApiAccess(ctx: Context, userId: number): Promise<ApiAccess> {
  const { db, clock } = ctx
  const [keys, access, needsConfirmed] = await Promise.all([
    listKeys(db, userId),
    findAccess(db, { userId, day: dayOf(clock()) }),
    needsConfirmedEmail(ctx, userId),
  ])
  return {
    keys,
    allowed_addresses: access?.allowed_addresses ?? [],
    daily_limit: access?.daily_limit == null ? null : money(access.daily_limit),
    spent_today: money(access?.spent_today ?? 0n),
    needs_confirmed_email: needsConfirmed,
  }
}

/**
 * Only with a mail server: otherwise someone who registers another person's address could create a key that
 * survives the owner's password reset.
 */
async function needsConfirmedEmail({ db, settings }: Context, userId: number): Promise<boolean> {
  return (await settings.read()).mail !== null && !(await isAddressConfirmed(db, userId))
}

/**
 * Answers the key, which can't be read again. Throws `email_unconfirmed`, `rate_limited`, and
 * `state_conflict` if there are two active keys.
 */
export async function createApiKey(ctx: Context, userId: number): Promise<string> {
  if (await needsConfirmedEmail(ctx, userId)) throw new AppError('email_unconfirmed')
  // Each key sends an email.
  await takeTry(ctx, { what: 'api_key', parts: [userId] })
  const { key, hash, prefix } = makeKey(userId)
  await transact(ctx, async (tx, publish) => {
    await lockAccess(tx, userId)
    if ((await listKeys(tx, userId)).length >= API_KEYS_MAX)
      throw new AppError('state_conflict', { reason: 'keys_alive', max: API_KEYS_MAX })
    const id = randomUUID()
    await insertKey(tx, { userId, id, hash, prefix })
    const event = `api_key_made:${id}`
    await queueEmailToUser(tx, publish, { userId, event, kind: 'api_key_made', details: { prefix } })
  })
  return key
}

/**
 * Revokes one key, or all without an id, at once; other processes follow the event. Throws `not_found` for
 * an unknown id.
 */
export async function revokeApiKeys(ctx: Context, userId: number, id: string | undefined): Promise<void> {
  const ended = await deleteKeys(ctx.db, { userId, id })
  ctx.events.publish({ topic: 'api_access', userId })
  if (ended === 0 && id !== undefined) throw new AppError('not_found')
}

export async function changeApiAccess(
  ctx: Context,
  userId: number,
  {
    allowed_addresses: addresses,
    daily_limit: limit,
  }: { allowed_addresses?: string[] | undefined; daily_limit?: bigint | null | undefined },
): Promise<void> {
  await changeAccess(ctx.db, {
    userId,
    ...(addresses !== undefined && { allowed_addresses: toAllowed(addresses) }),
    ...(limit !== undefined && { daily_limit: limit }),
  })
  ctx.events.publish({ topic: 'api_access', userId })
}

/** Revokes all keys in the caller's tx. Allowed addresses and the daily limit stay for the next key. */
export async function endKeys(tx: Tx, publish: Publish, userId: number): Promise<void> {
  await deleteKeys(tx, { userId, id: undefined })
  publish({ topic: 'api_access', userId })
}

async function listKeys(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'prefix', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Serializes key creation of one customer until the tx ends. */
async function lockAccess(tx: Tx, userId: number): Promise<void> {
  await sql`insert into api_access (user_id) values (${userId}) on conflict do nothing`.execute(tx)
  await tx
    .selectFrom('api_access')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function insertKey(
  tx: Tx,
  { userId, id, hash, prefix }: KeyHash & { id: string; prefix: string },
): Promise<void> {
  await tx.insertInto('api_keys').values({ user_id: userId, id, hash, prefix }).execute()
}

/** Deletes one key, or all without an id; answers how many. */
export async function deleteKeys(
  db: Kysely<DB>,
  { userId, id }: { userId: number; id: string | undefined },
): Promise<number> {
  let query = db.deleteFrom('api_keys').where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

async function changeAccess(
  db: Kysely<DB>,
  { userId, ...change }: { userId: number; allowed_addresses?: string[]; daily_limit?: bigint | null },
): Promise<void> {
  await db
    .insertInto('api_access')
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...change, user_id: userId }))
    .execute()
}
