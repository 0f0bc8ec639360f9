import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import type { CryptomusAccount } from '#server/integrations/gateways/cryptomus/cryptomus-client.ts'
import type { Reseal } from '#server/lib/crypto/secrets.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import {
  findGatewayAccount,
  gatewayKeyPurpose,
  keyOf,
  type SealedAccount,
  type StoredAccount,
  storedColumns,
} from './find-account.ts'

const gateway = 'cryptomus'
const DAY_MS = 86_400_000
/** How long after its last deposit a gateway may still report a refund. */
const IDLE_DAYS = 30

/**
 * Stores the account that a deposit is opened with, once, in the deposit's own tx. Answers its id; null for the sandbox's, whose
 * address changes with every start.
 */
export async function storeAccount(ctx: Context, tx: Tx, account: CryptomusAccount): Promise<number | null> {
  if (account.allowedOrigin !== undefined) return null
  const stored = findRowOf(ctx, await listStoredAccounts(tx), account)
  if (stored !== undefined) {
    await markUsed(tx, stored.id)
    return stored.id
  }
  // Two at once may store it twice, which does no harm.
  const { url, merchant, key } = account
  const sealed = ctx.secrets.seal(gatewayKeyPurpose(gateway), key)
  return insertAccount(tx, { url, merchant, key_ciphertext: sealed })
}

/** Deletes accounts, and their keys, that no deposit needs any more. */
export async function deleteIdleAccounts(ctx: Context): Promise<void> {
  const account = await findGatewayAccount(ctx)
  const rows = await listStoredAccounts(ctx.db)
  const current = account && findRowOf(ctx, rows, account)?.id
  const now = ctx.clock()
  await deleteIdleRows(ctx.db, {
    current,
    now,
    before: new Date(now.getTime() - IDLE_DAYS * DAY_MS),
  })
}

/** Seals all stored keys under a new secret key. One that does not open stays unchanged. */
export async function resealGatewayKeys(tx: Tx, reseal: Reseal): Promise<void> {
  for (const { gateway, sealed, change } of await listSealedGatewayKeys(tx)) {
    const resealed = reseal(gatewayKeyPurpose(gateway), sealed)
    if (resealed !== undefined) await change(resealed)
  }
}

/** The stored row of exactly this account, including its key. */
function findRowOf(
  ctx: Pick<Context, 'secrets'>,
  rows: readonly StoredAccount[],
  { url, merchant, key }: CryptomusAccount,
): StoredAccount | undefined {
  return rows.find((row) => row.url === url && row.merchant === merchant && keyOf(ctx, row) === key)
}

/** Newest first. */
async function listStoredAccounts(db: Kysely<DB>): Promise<StoredAccount[]> {
  return db
    .selectFrom('gateway_accounts')
    .select(storedColumns)
    .where('gateway', '=', gateway)
    .orderBy('id', 'desc')
    .execute()
}

async function insertAccount(tx: Tx, account: SealedAccount): Promise<number> {
  const { id } = await tx
    .insertInto('gateway_accounts')
    .values({ gateway, ...account })
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
 * Marks accounts idle that no deposit is polled at, except the current one, and deletes those idle since `before`. Both conditions on
 * deposits match their indexes `deposits_due` and `deposits_by_status`.
 */
async function deleteIdleRows(
  db: Kysely<DB>,
  { current, now, before }: { current: number | undefined; now: Date; before: Date },
): Promise<void> {
  const isPolled = sql<boolean>`(
    exists (select from deposits where poll_at is not null and gateway_account = gateway_accounts.id)
    or exists (select from deposits where status = 'review' and gateway_account = gateway_accounts.id))`
  const isNeeded = sql<boolean>`(id = ${current ?? 0} or ${isPolled})`
  await sql`
    update gateway_accounts set idle_since = case when ${isNeeded} then null else coalesce(idle_since, ${now}) end
    where (idle_since is null) <> ${isNeeded}`.execute(db)
  await sql`delete from gateway_accounts where idle_since < ${before} and not ${isNeeded}`.execute(db)
}

/** Every stored key, with a function that replaces it. */
async function listSealedGatewayKeys(
  tx: Tx,
): Promise<{ gateway: string; sealed: Buffer; change: (sealed: Buffer) => Promise<void> }[]> {
  const ofSandbox = await tx.selectFrom('gateways').select(['gateway', 'key_ciphertext']).execute()
  const accounts = await tx
    .selectFrom('gateway_accounts')
    .select(['id', 'gateway', 'key_ciphertext'])
    .execute()
  return [
    ...ofSandbox.map(({ gateway, key_ciphertext }) => ({
      gateway,
      sealed: key_ciphertext,
      change: async (sealed: Buffer) => {
        await tx
          .updateTable('gateways')
          .set({ key_ciphertext: sealed })
          .where('gateway', '=', gateway)
          .execute()
      },
    })),
    ...accounts.map(({ id, gateway, key_ciphertext }) => ({
      gateway,
      sealed: key_ciphertext,
      change: async (sealed: Buffer) => {
        await tx
          .updateTable('gateway_accounts')
          .set({ key_ciphertext: sealed })
          .where('id', '=', id)
          .execute()
      },
    })),
  ]
}
