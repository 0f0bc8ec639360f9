import { isDeepStrictEqual } from 'node:util'

import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { Gateway, GatewayAccount } from '#server/integrations/gateways/gateway.ts'
import type { Reseal } from '#server/lib/crypto/secrets.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { type Connection, findGatewayAccount, type StoredAccount, storedColumns } from './find-account.ts'
import { openFields, resealFields, sealFields } from './sealed-fields.ts'

const DAY_MS = 86_400_000
/** Card payments can be disputed for 120 days, and disputes take time; their webhooks are signed with the account's secret. */
const IDLE_DAYS = 180

/**
 * Stores the account that a deposit is opened with, once, in the deposit's own tx. Returns its id; null for the
 * sandbox's, whose URL changes with every start.
 */
export async function storeAccount(
  ctx: Context,
  tx: Tx,
  { gateway, account }: Connection,
): Promise<number | null> {
  if (account.allowedOrigin !== undefined) return null
  const { id } = gateway.data
  const stored = findRowOf(ctx, await listStoredAccounts(tx, id), { gateway, account })
  if (stored !== undefined) {
    await markUsed(tx, stored.id)
    return stored.id
  }
  // Concurrent calls may store it twice, which is harmless.
  const { url, fields } = account
  return insertAccount(tx, {
    gateway: id,
    url,
    fields_ciphertext: sealFields(ctx.secrets, gateway.data, fields),
  })
}

/** Deletes accounts, and their keys, that no deposit needs any more. */
export async function deleteIdleAccounts(ctx: Context): Promise<void> {
  const current = await Promise.all([...ctx.gateways.values()].map((gateway) => findCurrentRow(ctx, gateway)))
  const now = ctx.clock()
  await deleteIdleRows(ctx.db, {
    current: current.filter((id) => id !== undefined),
    now,
    before: new Date(now.getTime() - IDLE_DAYS * DAY_MS),
  })
}

async function findCurrentRow(ctx: Context, gateway: Gateway): Promise<number | undefined> {
  const account = await findGatewayAccount(ctx, gateway)
  if (account === undefined) return undefined
  return findRowOf(ctx, await listStoredAccounts(ctx.db, gateway.data.id), { gateway, account })?.id
}

/** Encrypts all stored accounts with a new secret key. One that can't be decrypted stays unchanged. */
export async function resealGatewayKeys(tx: Tx, reseal: Reseal): Promise<void> {
  for (const { gateway, sealed, change } of await listSealedGatewayKeys(tx)) {
    const resealed = resealFields(reseal, gateway, sealed)
    if (resealed !== undefined) await change(resealed)
  }
}

/** The stored row of exactly this account, including its secrets. */
function findRowOf(
  ctx: Pick<Context, 'secrets'>,
  rows: readonly StoredAccount[],
  { gateway, account }: { gateway: Gateway; account: GatewayAccount },
): StoredAccount | undefined {
  return rows.find(
    ({ url, fields_ciphertext: sealed }) =>
      url === account.url && isDeepStrictEqual(openFields(ctx.secrets, gateway.data, sealed), account.fields),
  )
}

/** Newest first. */
async function listStoredAccounts(db: Kysely<DB>, gateway: string): Promise<StoredAccount[]> {
  return db
    .selectFrom('gateway_accounts')
    .select(storedColumns)
    .where('gateway', '=', gateway)
    .orderBy('id', 'desc')
    .execute()
}

async function insertAccount(
  tx: Tx,
  account: { gateway: string; url: string; fields_ciphertext: Buffer },
): Promise<number> {
  const { id } = await tx
    .insertInto('gateway_accounts')
    .values(account)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function markUsed(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('gateway_accounts')
    .set({ idle_since: null })
    .where('id', '=', id)
    .where('idle_since', 'is not', null)
    .execute()
}

/**
 * Marks accounts as idle if no deposit is polled at them, except the current ones, and deletes those idle since
 * `before`. Both conditions on deposits match their indexes `deposits_due` and `deposits_by_status`.
 */
async function deleteIdleRows(
  db: Kysely<DB>,
  { current, now, before }: { current: readonly number[]; now: Date; before: Date },
): Promise<void> {
  const used = await isNeeded(db, current)
  await sql`
    update gateway_accounts set idle_since = case when ${used} then null else coalesce(idle_since, ${now}) end
    where (idle_since is null) <> ${used}`.execute(db)
  await sql`
    delete from gateway_accounts where idle_since < ${before} and not ${await isNeeded(db, current)}`.execute(
    db,
  )
}

/** SQL condition on `gateway_accounts`. On a cluster, with deposits on other machines, the accounts in use are read first. */
async function isNeeded(db: Kysely<DB>, current: readonly number[]): Promise<RawBuilder<boolean>> {
  if (clusterOf(db) === undefined)
    return sql`(id = any (${current}::int[])
      or exists (select from deposits where due_at is not null and gateway_account = gateway_accounts.id)
      or exists (select from deposits where status = 'review' and gateway_account = gateway_accounts.id))`
  const { rows } = await sql<{ id: number | null }>`
    select gateway_account as id from deposits where due_at is not null
    union select gateway_account from deposits where status = 'review'`.execute(db)
  return sql`(id = any (${[...current, ...rows.flatMap(({ id }) => id ?? [])]}::int[]))`
}

/** Every stored account's fields, with a function that replaces it. */
async function listSealedGatewayKeys(
  tx: Tx,
): Promise<{ gateway: string; sealed: Buffer; change: (sealed: Buffer) => Promise<void> }[]> {
  const ofSandbox = await tx.selectFrom('gateways').select(['gateway', 'fields_ciphertext']).execute()
  const accounts = await tx
    .selectFrom('gateway_accounts')
    .select(['id', 'gateway', 'fields_ciphertext'])
    .execute()
  return [
    ...ofSandbox.map(({ gateway, fields_ciphertext }) => ({
      gateway,
      sealed: fields_ciphertext,
      change: async (sealed: Buffer) => {
        await tx
          .updateTable('gateways')
          .set({ fields_ciphertext: sealed })
          .where('gateway', '=', gateway)
          .execute()
      },
    })),
    ...accounts.map(({ id, gateway, fields_ciphertext }) => ({
      gateway,
      sealed: fields_ciphertext,
      change: async (sealed: Buffer) => {
        await tx
          .updateTable('gateway_accounts')
          .set({ fields_ciphertext: sealed })
          .where('id', '=', id)
          .execute()
      },
    })),
  ]
}
