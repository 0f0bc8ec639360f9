import { type Kysely, sql } from 'kysely'

import { advisoryLock } from '#server/lib/postgres/advisory-locks.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** What stands behind the shop: is there a gateway, is anything of it a sandbox's, and the picture that stands for it. */
export async function findBackends(db: Kysely<DB>): Promise<{
  hasGateway: boolean
  hasSandboxGateway: boolean
  hasSandboxProvider: boolean
  mailboxUrl: string | null
  logo: { hash: string; width: number; height: number } | null
}> {
  const { rows } = await sql<{
    has_gateway: boolean
    has_sandbox_gateway: boolean
    has_sandbox_provider: boolean
    mailbox_url: string | null
    logo: { hash: string; width: number; height: number } | null
  }>`select exists (select from gateways) as has_gateway,
      exists (select from gateways where is_sandbox) as has_sandbox_gateway,
      exists (select from providers where is_sandbox and is_enabled) as has_sandbox_provider,
      (select url from sandbox_mailbox) as mailbox_url,
      (select jsonb_build_object('hash', hash, 'width', width, 'height', height) from brand_logo) as logo`.execute(
    db,
  )
  const [row] = rows
  return {
    hasGateway: row?.has_gateway === true,
    hasSandboxGateway: row?.has_sandbox_gateway === true,
    hasSandboxProvider: row?.has_sandbox_provider === true,
    mailboxUrl: row?.mailbox_url ?? null,
    logo: row?.logo ?? null,
  }
}

/** The sections that were ever changed. */
export async function listSections(
  db: Kysely<DB>,
): Promise<{ section: string; value: unknown; version: number }[]> {
  return db.selectFrom('settings').select(['section', 'value', 'version']).execute()
}

/** Whether this member of staff has a second factor. Locked, so that who is about to turn it off comes after what is decided by it. */
export async function hasTwoFactor(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Changes take turns, so that what each replaced is on record, also where a section has no row yet. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock('settings')})`.execute(tx)
}

export async function writeSection(
  tx: Tx,
  { section, value }: { section: string; value: unknown },
): Promise<void> {
  const json = JSON.stringify(value)
  await sql`
    insert into settings (section, value) values (${section}, ${json}::jsonb)
    on conflict (section) do update
    set value = excluded.value, version = settings.version + 1, updated_at = now()`.execute(tx)
}

export const secretNames = ['mail_password', 'cryptomus_key', 'storage_secret_key', 'translator_key'] as const
export type SecretName = (typeof secretNames)[number]

/** Those that were given. */
export async function listSecretNames(db: Kysely<DB>): Promise<SecretName[]> {
  const rows = await db.selectFrom('settings_secrets').select('name').execute()
  return rows.map(({ name }) => name)
}

/** Both as they were at one moment; null where it was never changed, or none was given. */
export async function findSectionWithSecret(
  db: Kysely<DB>,
  { section, secret }: { section: string; secret: SecretName },
): Promise<{ value: unknown; sealed: Buffer | null }> {
  const { rows } = await sql<{ value: unknown; sealed: Buffer | null }>`
    select (select value from settings where section = ${section}) as value,
      (select sealed from settings_secrets where name = ${secret}) as sealed`.execute(db)
  const [row] = rows
  return { value: row?.value ?? undefined, sealed: row?.sealed ?? null }
}

export async function findSecret(db: Kysely<DB>, name: SecretName): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('settings_secrets')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.sealed
}

export async function writeSecret(tx: Tx, name: SecretName, sealed: Buffer): Promise<void> {
  await tx
    .insertInto('settings_secrets')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
    .execute()
}

export async function deleteSecret(tx: Tx, name: SecretName): Promise<void> {
  await tx.deleteFrom('settings_secrets').where('name', '=', name).execute()
}
