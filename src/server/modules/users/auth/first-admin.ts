import { createHash, randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import type { User } from '#contract/users/users.ts'
import type { Context } from '#server/context.ts'
import { ConfigError } from '#server/lib/environment/environment.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { transact, type Tx } from '#server/lib/postgres/transact.ts'
import { createUser } from '#server/modules/users/create-user.ts'
import { findUserByEmail, getUser } from '#server/modules/users/get-user.ts'

import { isEasyPassword, refuseEasyPassword } from './easy-passwords.ts'
import { hashPassword } from './hash-password.ts'

/**
 * Runs at every start. Without an admin it creates the one of ADMIN_EMAIL and ADMIN_PASSWORD, or returns a one-time
 * setup link for the console, valid for a day.
 */
export async function prepareFirstAdmin(ctx: Context): Promise<{ setupUrl: string } | undefined> {
  if (await hasAdmin(ctx.db)) return undefined
  const isMade = await makeGivenAdmin(ctx)
  if (isMade) return undefined
  const setupUrl = await makeSetupLink(ctx, ctx.config.publicUrl)
  return setupUrl === undefined ? undefined : { setupUrl }
}

/**
 * Replaces unused setup links. Without `publicUrl` it uses the address of the previous link. Undefined if
 * there is an admin.
 */
export async function makeSetupLink(
  ctx: Parameters<typeof transact>[0],
  publicUrl: string | undefined,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  return transact(ctx, async (tx) => {
    await lockFirstAdmin(tx)
    if (await hasAdmin(tx)) return undefined
    const origin = publicUrl ?? (await findLinkedAddress(tx)) ?? 'http://127.0.0.1:3000'
    await replaceSetupLink(tx, { token, publicUrl: origin })
    return `${origin}/setup/${token}`
  })
}

/** Throws `setup_link_invalid` as `setUpFirstAdmin` would; does not use the link. */
export async function verifySetupLink(ctx: Context, token: string): Promise<void> {
  const isUsable = !(await hasAdmin(ctx.db)) && (await isSetupLinkUsable(ctx.db, token))
  if (!isUsable) throw new AppError('setup_link_invalid')
}

/** Throws `setup_link_invalid` for a link that is unknown, used or a day old, and if there is an admin. */
export async function setUpFirstAdmin(
  ctx: Context,
  {
    token,
    name,
    email,
    password,
    address,
  }: { token: string; name: string; email: string; password: string; address?: string },
): Promise<User> {
  if (await hasAdmin(ctx.db)) throw new AppError('setup_link_invalid')
  await refuseEasyPassword(ctx, password, { email })
  const passwordHash = await hashPassword(password, address)
  const userId = await transact(ctx, async (tx) => {
    await lockFirstAdmin(tx)
    if ((await hasAdmin(tx)) || !(await useSetupLink(tx, token))) throw new AppError('setup_link_invalid')
    return createUser(tx, { name, email, passwordHash, role: 'admin' })
  })
  ctx.log.info({ userId }, 'the first admin was set up')
  return getUser(ctx.db, userId)
}

/** Whether the admin of the configuration exists now. */
async function makeGivenAdmin(ctx: Context): Promise<boolean> {
  const { admin } = ctx.config
  if (admin === undefined) return false
  const email = admin.email.toLowerCase()
  const holder = await findUserByEmail(ctx.db, email)
  if (holder?.role === 'admin') return true
  // Anyone could have registered that address: an account is never promoted because of its email alone.
  if (holder !== undefined) {
    ctx.log.warn(
      'ADMIN_EMAIL belongs to an account that is not an admin, so the set-up link is offered instead',
    )
    return false
  }
  if (await isEasyPassword(ctx, admin.password, email))
    throw new ConfigError('ADMIN_PASSWORD is too easy to guess; choose another.')
  const passwordHash = await hashPassword(admin.password, undefined)
  return transact(ctx, async (tx) => {
    await lockFirstAdmin(tx)
    if (!(await hasAdmin(tx))) await createUser(tx, { name: 'Admin', email, passwordHash, role: 'admin' })
    return true
  })
}

/** Serializes setup across processes. */
async function lockFirstAdmin(tx: Tx): Promise<void> {
  await takeLock(tx, 'first admin')
}

async function replaceSetupLink(
  tx: Tx,
  { token, publicUrl }: { token: string; publicUrl: string },
): Promise<void> {
  await tx.deleteFrom('setup_links').where('used_at', 'is', null).execute()
  await tx
    .insertInto('setup_links')
    .values({ token_hash: hashOf(token), public_url: publicUrl })
    .execute()
}

/** The site's address in the last link. */
async function findLinkedAddress(db: Kysely<DB>): Promise<string | undefined> {
  const last = await db
    .selectFrom('setup_links')
    .select('public_url')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.public_url ?? undefined
}

/** The link is printed on a console and ends up in logs, so it expires. */
const isYoung = sql<boolean>`created_at > now() - interval '24 hours'`

async function isSetupLinkUsable(db: Kysely<DB>, token: string): Promise<boolean> {
  const link = await db
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where(isYoung)
    .executeTakeFirst()
  return link !== undefined
}

/** False if the link is unknown, used or expired. */
async function useSetupLink(tx: Tx, token: string): Promise<boolean> {
  const used = await tx
    .updateTable('setup_links')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where(isYoung)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** The token is 32 random bytes, so a plain hash can't be reversed. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether there is an owner: staff with a list of permissions, such as the demo's, can't set the shop up. */
async function hasAdmin(db: Kysely<DB>): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('permissions', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
