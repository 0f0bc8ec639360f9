import { randomUUID } from 'node:crypto'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { RequireProof } from '#contract/base/proof.ts'
import {
  API_KEY_NAME,
  API_KEYS_MAX,
  API_KEYS_PER_NAME,
  type ApiAccess,
  customerScopes,
  keyScopes,
} from '#contract/users/api-keys.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { queueEmailToUser } from '#server/modules/messaging/emails/queue-email.ts'
import { takeTry } from '#server/modules/users/auth/limit-tries.ts'
import { isAddressConfirmed } from '#server/modules/users/profile/confirm-address.ts'

import { toAllowed } from './allowed-addresses.ts'
import { makeKey } from './authenticate-key.ts'
import { storeKeyName } from './key-names.ts'
import {
  changeAccess,
  dayOf,
  deleteKeys,
  findAccess,
  findTerms,
  hasTestKey,
  type KeyTerms,
  limitLife,
  listActiveNames,
  listKeys,
  lockAccess,
  shareLimit,
  type Spending,
  updateKey,
} from './keys-queries.ts'

export async function readApiAccess(ctx: Context, userId: number): Promise<ApiAccess> {
  const { db, clock, settings } = ctx
  const day = dayOf(clock())
  const [keys, access, { reseller_api: api }, needsConfirmed] = await Promise.all([
    listKeys(db, { userId, day }),
    findAccess(db, { userId, day }),
    settings.read(),
    needsConfirmedEmail(ctx, userId),
  ])
  return {
    keys,
    allowed_addresses: access?.allowed_addresses ?? [],
    daily_limit: access?.daily_limit == null ? null : money(access.daily_limit),
    spent_today: money(access?.spent_today ?? 0n),
    default_errors: api.errors,
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

const PLAIN: KeyTerms = {
  name: API_KEY_NAME,
  scopes: customerScopes,
  allowed_addresses: [],
  daily_limit: null,
  errors: null,
  is_test: false,
  expires_at: null,
}

/** The customer, with the network address for the security log. */
type Owner = { userId: number; address: string }
type KeyChange = { [Term in keyof KeyTerms]?: KeyTerms[Term] | undefined }

/**
 * Returns the key, which can't be read again. Throws `email_unconfirmed`, `rate_limited`, `invalid_fields`, and
 * `state_conflict` if the maximum of active keys is reached: with this name, for tests or in total.
 */
export async function createApiKey(
  ctx: Context,
  { userId, address, ...own }: Owner & KeyChange,
): Promise<string> {
  const terms = { ...PLAIN, ...toChange(ctx, own) }
  refuseUnlimitedPayments(terms)
  await admitNewKey(ctx, userId)
  const key = await transact(ctx, async (tx, publish) => {
    await lockAccess(tx, userId)
    return insertKey(tx, publish, { userId, terms })
  })
  ctx.security.note('api_key_changed', { userId, address, code: 'created' })
  return key
}

/**
 * Creates a key with the terms of an earlier one, which expires in `overlapHours`, or sooner if it already did. Until
 * then both share one daily limit. Throws `not_found` if it is unknown or expired, and as `createApiKey`: a key with a
 * replacement can't be rotated again.
 */
export async function rotateApiKey(
  ctx: Context,
  { userId, address, id, overlapHours }: Owner & { id: string; overlapHours: number },
): Promise<string> {
  await admitNewKey(ctx, userId)
  const made = await transact(ctx, async (tx, publish) => {
    await lockAccess(tx, userId)
    const terms = await findTerms(tx, { userId, id })
    if (terms === undefined) throw new AppError('not_found')
    // There is only one test key, so it is replaced immediately.
    if (terms.is_test) await limitLife(tx, { userId, id, overlapHours: 0 })
    const spending = await shareLimit(tx, { userId, id })
    const key = await insertKey(tx, publish, { userId, terms, spending })
    if (!terms.is_test) await limitLife(tx, { userId, id, overlapHours })
    publish({ topic: 'api_access', userId })
    return key
  })
  ctx.security.note('api_key_changed', { userId, address, code: 'rotated' })
  return made
}

/**
 * An additional scope is like a new key: it needs a proof, and so does a higher daily limit of a key that credits.
 * Throws `not_found`, `invalid_fields`, `proof_required`, and `state_conflict` if two active keys have the new name.
 */
export async function changeApiKey(
  ctx: Context,
  {
    userId,
    address,
    id,
    requireProof,
    ...own
  }: Owner & KeyChange & { id: string; requireProof: RequireProof },
): Promise<void> {
  const change = toChange(ctx, own)
  await transact(ctx, async (tx, publish) => {
    await lockAccess(tx, userId)
    const terms = await findTerms(tx, { userId, id })
    if (terms === undefined) throw new AppError('not_found')
    if (change.scopes?.some((scope) => !terms.scopes.includes(scope)) === true) requireProof(['scopes'])
    if (terms.scopes.includes('payments') && isMore(change.daily_limit, terms.daily_limit))
      requireProof(['daily_limit'])
    refuseUnlimitedPayments({ ...terms, ...change })
    if (change.name !== undefined && change.name !== terms.name) await refuseTaken(tx, userId, change.name)
    if (Object.keys(change).length > 0) await updateKey(tx, { userId, id, change })
    if (change.name !== undefined && !terms.is_test) await storeKeyName(tx, { userId, id, name: change.name })
    publish({ topic: 'api_access', userId })
  })
  ctx.security.note('api_key_changed', { userId, address, code: 'changed' })
}

/** Null is no limit. */
function isMore(limit: bigint | null | undefined, before: bigint | null): boolean {
  if (limit === undefined || before === null) return false
  return limit === null || limit > before
}

/** A key that credits has a daily limit and no other scope; a constraint of the table enforces it too. */
function refuseUnlimitedPayments({ scopes, daily_limit: limit }: KeyTerms): void {
  if (!scopes.includes('payments')) return
  if (scopes.length > 1) throw invalidFields({ scopes: { code: 'scope_alone' } })
  if (limit === null) throw invalidFields({ daily_limit: { code: 'amount_required' } })
}

/** The sent members, with networks normalized. */
function toChange({ clock }: Context, own: KeyChange): Partial<KeyTerms> {
  const { allowed_addresses: addresses, scopes, expires_at: expiresAt } = own
  if (expiresAt != null && expiresAt <= clock()) throw invalidFields({ expires_at: { code: 'expiry_past' } })
  const sent = {
    ...own,
    ...(addresses !== undefined && { allowed_addresses: toAllowed(addresses) }),
    ...(scopes !== undefined && { scopes: keyScopes.filter((scope) => scopes.includes(scope)) }),
  }
  // Without members that were not sent.
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

async function admitNewKey(ctx: Context, userId: number): Promise<void> {
  if (await needsConfirmedEmail(ctx, userId)) throw new AppError('email_unconfirmed')
  // Each key sends an email.
  await takeTry(ctx, { what: 'api_key', parts: [userId] })
}

/** Call it under the lock of `lockAccess`. Throws `state_conflict`. */
async function refuseTaken(tx: Tx, userId: number, name: string): Promise<void> {
  const names = await listActiveNames(tx, userId)
  if (names.filter((one) => one === name).length >= API_KEYS_PER_NAME)
    throw new AppError('state_conflict', { reason: 'keys_alive', max: API_KEYS_PER_NAME, name })
}

/** Returns the key and emails the customer about it. */
async function insertKey(
  tx: Tx,
  publish: Publish,
  { userId, terms, spending }: { userId: number; terms: KeyTerms; spending?: Spending | undefined },
): Promise<string> {
  await refuseTaken(tx, userId, terms.name)
  if ((await listActiveNames(tx, userId)).length >= API_KEYS_MAX)
    throw new AppError('state_conflict', { reason: 'keys_alive', max: API_KEYS_MAX })
  if (terms.is_test && (await hasTestKey(tx, userId)))
    throw new AppError('state_conflict', { reason: 'test_key_alive' })
  const { key, hash, prefix } = makeKey(userId, { isTest: terms.is_test })
  const id = randomUUID()
  const { scopes, allowed_addresses: allowed, ...own } = terms
  const lists = { scopes: [...scopes], allowed_addresses: [...allowed] }
  await tx
    .insertInto('api_keys')
    .values({ ...own, ...lists, ...spending, user_id: userId, id, hash, prefix })
    .execute()
  // Nothing created by a test key is listed.
  if (!terms.is_test) await storeKeyName(tx, { userId, id, name: terms.name })
  const event = `api_key_made:${id}`
  await queueEmailToUser(tx, publish, { userId, event, kind: 'api_key_made', details: { prefix } })
  return key
}

/**
 * Revokes one key, or all without an id, immediately; other processes follow the event. Throws `not_found` for an
 * unknown id.
 */
export async function revokeApiKeys(
  ctx: Context,
  { userId, address, id }: Owner & { id: string | undefined },
): Promise<void> {
  const ended = await deleteKeys(ctx.db, { userId, id })
  ctx.events.publish({ topic: 'api_access', userId })
  if (ended === 0 && id !== undefined) throw new AppError('not_found')
  ctx.security.note('api_key_changed', { userId, address, code: 'revoked' })
}

export async function changeApiAccess(
  ctx: Context,
  {
    userId,
    address,
    allowed_addresses: addresses,
    daily_limit: limit,
  }: Owner & { allowed_addresses?: string[] | undefined; daily_limit?: bigint | null | undefined },
): Promise<void> {
  await changeAccess(ctx.db, {
    userId,
    ...(addresses !== undefined && { allowed_addresses: toAllowed(addresses) }),
    ...(limit !== undefined && { daily_limit: limit }),
  })
  ctx.events.publish({ topic: 'api_access', userId })
  ctx.security.note('api_key_changed', { userId, address, code: 'limits_changed' })
}

/** Revokes all keys in the caller's tx. Allowed addresses and the daily limit stay for the next key. */
export async function endKeys(tx: Tx, publish: Publish, userId: number): Promise<void> {
  await deleteKeys(tx, { userId, id: undefined })
  publish({ topic: 'api_access', userId })
}
