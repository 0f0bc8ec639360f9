import { randomUUID, createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'

import { makeTokenSigner } from './authenticate.ts'
import { lockRenewals, endOldestRows } from './end-session.ts'
import { type Device, lifetime, thisMoment, storedUserAgent } from './sessions-queries.ts'
import { describeDevice } from './describe-device.ts'
import { neighbourhoodOf, networkOf } from './networks.ts'

/**
 * Signs in a user who has just registered or used a link, and returns the token. Throws `account_blocked`, also for a
 * deleted user.
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
 * Inserts a session of this epoch, or of the current one. Beyond `limits.sessionsPerUser` the oldest sign-in ends.
 * Undefined if the user is blocked or deleted, or the epoch is outdated.
 */
export async function openSession(
  tx: Tx,
  publish: Publish,
  { userId, epoch, device }: { userId: number; epoch?: number; device: Device },
): Promise<string | undefined> {
  await lockRenewals(tx, userId)
  const id = await insertSession(tx, { userId, device, ...(epoch !== undefined && { epoch }) })
  if (id === undefined) return undefined
  await tx
    .updateTable('users')
    .set({ seen_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
  for (const sessionId of await endOldestRows(tx, userId)) publish({ topic: 'session', userId, sessionId })
  return id
}

/** Undefined if the user is blocked or deleted, or the epoch is outdated. */
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

/**
 * Stores the network and the place (device and wider network) of a sign-in, and emails the owner if no sign-in of the
 * last 90 days is near it: another browser or system, or another internet provider. Addresses change normally, so a
 * near one is not reported, nor is the first sign-in.
 */
export async function recordSignIn(
  ctx: Context,
  tx: Tx,
  publish: Publish,
  { userId, device, isEmailed }: { userId: number; device: Device; isEmailed: boolean },
): Promise<void> {
  const { home, near } = hashesOf(ctx, userId, device)
  const { hasAny, isNear } = await findPlaces(tx, { userId, home, near })
  const [network] = home
  const [place] = near
  await storePlaces(tx, { userId, places: [network, place] })
  if (!isEmailed || !hasAny || isNear) return
  const at = ctx.clock().toISOString()
  const { browser, system } = describeDevice(device.userAgent ?? null)
  const named = [browser, system].filter((name) => name !== null).join(', ')
  await queueEmailToUser(tx, publish, {
    userId,
    // Two concurrent ones send one email.
    event: `new_sign_in:${place.toString('hex').slice(0, 32)}:${at.slice(0, 10)}`,
    kind: 'new_sign_in',
    details: { device: named === '' ? null : named, address: device.address, at },
  })
}

/** Whether the account signed in from this network, or from a place near it, within the last 90 days. */
export async function findFamiliar(
  ctx: Context,
  { userId, device }: { userId: number; device: Device },
): Promise<Familiar> {
  return findPlaces(ctx.db, { userId, ...hashesOf(ctx, userId, device) })
}

type Hashes = [Buffer, ...Buffer[]]

/** By the current key first, then by the previous one if there is one. */
function hashesOf(
  { secrets: { signingKey, previousSigningKey } }: Context,
  userId: number,
  { address, userAgent }: Device,
): PlaceHashes & { home: Hashes; near: Hashes } {
  const { browser, system } = describeDevice(userAgent ?? null)
  const hash = (...parts: unknown[]): Hashes => {
    const by = (key: Buffer) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
    return previousSigningKey === undefined ? [by(signingKey)] : [by(signingKey), by(previousSigningKey)]
  }
  return {
    home: hash('network', userId, networkOf(address)),
    near: hash('place', userId, browser, system, neighbourhoodOf(address)),
  }
}

/** Places are deleted this long after their last sign-in. */
export const PLACE_LIFETIME = '90 days'

/** Hashed under the current and the previous key. */
type PlaceHashes = { home: readonly Buffer[]; near: readonly Buffer[] }

export type Familiar = { hasAny: boolean; isHome: boolean; isNear: boolean }

/** Whether any place is stored, and whether these are among them. */
async function findPlaces(
  db: Kysely<DB>,
  { userId, home, near }: PlaceHashes & { userId: number },
): Promise<Familiar> {
  const isAmong = (places: readonly Buffer[]) =>
    sql<boolean>`coalesce(bool_or(place = any(${places}::bytea[])), false)`
  const { rows } = await sql<Familiar>`
    select count(*) > 0 as "hasAny", ${isAmong(home)} as "isHome", ${isAmong(near)} as "isNear"
    from sign_in_places where user_id = ${userId} and used_at > now() - ${PLACE_LIFETIME}::interval`.execute(
    db,
  )
  return rows[0] ?? { hasAny: false, isHome: false, isNear: false }
}

async function storePlaces(
  tx: Tx,
  { userId, places }: { userId: number; places: readonly Buffer[] },
): Promise<void> {
  await tx
    .insertInto('sign_in_places')
    .values(places.map((place) => ({ user_id: userId, place })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'place']).doUpdateSet(({ ref }) => ({ used_at: ref('excluded.used_at') })),
    )
    .execute()
}
