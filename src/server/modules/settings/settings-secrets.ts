import type { Kysely } from 'kysely'

import { gatewaySecretNames } from '#contract/base/gateways/registry.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Reseal, Secrets } from '#server/lib/crypto/secrets.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export const secretNames = [
  'mail_password',
  ...gatewaySecretNames,
  'storage_secret_key',
  'backup_secret_key',
  'backup_passphrase',
  'translator_key',
] as const
export type SecretName = (typeof secretNames)[number]

/** The purpose a secret is sealed for, so that it can't be opened as another one. */
export function secretPurpose(name: SecretName): string {
  return `setting:${name}`
}

/** The password of the operator's mail server, if it has one. */
export async function openMailPassword({
  db,
  secrets,
}: Pick<Context, 'db' | 'secrets'>): Promise<string | undefined> {
  const sealed = await findSecret(db, 'mail_password')
  return sealed === undefined ? undefined : secrets.open(secretPurpose('mail_password'), sealed)
}

/** Null deletes it. */
export async function changeSecret(
  tx: Tx,
  secrets: Secrets,
  { name, secret }: { name: SecretName; secret: string | null },
): Promise<void> {
  if (secret === null) await deleteSecret(tx, name)
  else await writeSecret(tx, name, secrets.seal(secretPurpose(name), secret))
}

/** Seals the secrets with the new SECRET_KEY. Those that the old key does not open stay unchanged. */
export async function resealSettingsSecrets(tx: Tx, reseal: Reseal): Promise<void> {
  for (const name of await listSecretNames(tx)) {
    const sealed = await findSecret(tx, name)
    const resealed = sealed === undefined ? undefined : reseal(secretPurpose(name), sealed)
    if (resealed !== undefined) await writeSecret(tx, name, resealed)
  }
}

/** The names of stored secrets. */
export async function listSecretNames(db: Kysely<DB>): Promise<SecretName[]> {
  const rows = await db.selectFrom('settings_secrets').select('name').execute()
  return secretNames.filter((known) => rows.some(({ name }) => name === known))
}

export async function findSecret(db: Kysely<DB>, name: SecretName): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('settings_secrets')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.sealed
}

async function writeSecret(tx: Tx, name: SecretName, sealed: Buffer): Promise<void> {
  await tx
    .insertInto('settings_secrets')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
    .execute()
}

async function deleteSecret(tx: Tx, name: SecretName): Promise<void> {
  await tx.deleteFrom('settings_secrets').where('name', '=', name).execute()
}
