import { type Insertable, type Kysely, sql } from 'kysely'

import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

export const gateways = ['cryptomus'] as const
export type Gateway = (typeof gateways)[number]

/** The key is sealed. */
export type StoredAccount = { url: string; merchant: string; key_ciphertext: Buffer }

const storedColumns = ['url', 'merchant', 'key_ciphertext'] as const

export async function findSandboxAccount(
  db: Kysely<DB>,
  gateway: Gateway,
): Promise<StoredAccount | undefined> {
  return db
    .selectFrom('gateways')
    .select(storedColumns)
    .where('gateway', '=', gateway)
    .where('is_sandbox', '=', true)
    .executeTakeFirst()
}

export async function saveGatewayRow(db: Kysely<DB>, row: Insertable<DB['gateways']>): Promise<void> {
  const { url, merchant, key_ciphertext, is_sandbox = false } = row
  await db
    .insertInto('gateways')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet({ url, merchant, key_ciphertext, is_sandbox, updated_at: sql`now()` }),
    )
    .execute()
}

export type KeptAccount = StoredAccount & { id: number }

/** Those of deposits, the newest first. */
export async function listKeptAccounts(db: Kysely<DB>, gateway: Gateway): Promise<KeptAccount[]> {
  return db
    .selectFrom('gateway_accounts')
    .select(['id', ...storedColumns])
    .where('gateway', '=', gateway)
    .orderBy('id', 'desc')
    .execute()
}

export async function findKeptAccount(db: Kysely<DB>, id: number): Promise<KeptAccount | undefined> {
  return db
    .selectFrom('gateway_accounts')
    .select(['id', ...storedColumns])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertKeptAccount(
  tx: Tx,
  { gateway, account }: { gateway: Gateway; account: StoredAccount },
): Promise<number> {
  const { url, merchant, key_ciphertext } = account
  const { id } = await tx
    .insertInto('gateway_accounts')
    .values({ gateway, url, merchant, key_ciphertext })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One that is opened with again is not idle. */
export async function noteAccountUsed(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('gateway_accounts')
    .set({ idle_since: null })
    .where('id', '=', id)
    .where('idle_since', 'is not', null)
    .execute()
}

/**
 * Marks the accounts at which no deposit is followed, but for the one in use, and forgets those that were idle since
 * before then. Both conditions on deposits are those of their small indices, `deposits_due` and `deposits_in_review`.
 */
export async function forgetIdleAccounts(
  db: Kysely<DB>,
  { current, now, before }: { current: number | undefined; now: Date; before: Date },
): Promise<void> {
  const isFollowed = sql<boolean>`(
    exists (select from deposits where check_at is not null and gateway_account = gateway_accounts.id)
    or exists (select from deposits where status = 'review' and gateway_account = gateway_accounts.id))`
  const isNeeded = sql<boolean>`(id = ${current ?? 0} or ${isFollowed})`
  await sql`
    update gateway_accounts set idle_since = case when ${isNeeded} then null else coalesce(idle_since, ${now}) end
    where (idle_since is null) <> ${isNeeded}`.execute(db)
  await sql`delete from gateway_accounts where idle_since < ${before} and not ${isNeeded}`.execute(db)
}

/** Every key that is stored, with what changes it. */
export async function listSealedGatewayKeys(
  tx: Tx,
): Promise<{ gateway: string; sealed: Buffer; change: (sealed: Buffer) => Promise<void> }[]> {
  const ofSandbox = await tx.selectFrom('gateways').select(['gateway', 'key_ciphertext']).execute()
  const kept = await tx.selectFrom('gateway_accounts').select(['id', 'gateway', 'key_ciphertext']).execute()
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
    ...kept.map(({ id, gateway, key_ciphertext }) => ({
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
