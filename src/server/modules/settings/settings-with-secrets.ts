import { type Kysely, sql } from 'kysely'

import type { GatewayData } from '#contract/base/gateways/gateway-data.ts'
import {
  type GatewayId,
  requiredFieldsOf,
  secretFieldsOf,
  secretName,
} from '#contract/base/gateways/registry.ts'
import { accountIn, type GatewaySetting as StoredSetting } from '#contract/settings/settings-of-gateways.ts'
import type { BackupsSetting } from '#contract/settings/settings-of-backups.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { readSection } from './read-settings.ts'
import { type SecretName, secretPurpose } from './settings-secrets.ts'

// Sections with a secret. Each is read from the database in one statement: a cached section with a new secret would be
// an account that never existed.

export type GatewaySetting = {
  /** Whether customers can pay with it; null: see `isGatewayOn`. */
  isOn: boolean | null
  /** All fields of the account; undefined if the settings have none. */
  fields: Readonly<Record<string, string>> | undefined
}

export async function readGatewaySetting(
  { db, secrets, log }: Pick<Context, 'db' | 'secrets' | 'log'>,
  gateway: GatewayData,
): Promise<GatewaySetting> {
  const { value, sealed } = await findSectionWithSecrets(db, 'gateways')
  const sections: Readonly<Record<string, StoredSetting>> = readSection('gateways', value, log)
  const setting = sections[gateway.id]
  const isOn = setting === undefined ? true : setting.is_on
  const account = accountIn(setting)
  if (account === undefined) return { isOn, fields: undefined }
  const given = { ...account }
  for (const field of secretFieldsOf(gateway)) {
    const name = secretName(gateway.id as GatewayId, field) // it has settings
    const secret = sealed.get(name)
    if (secret !== undefined) given[field] = secrets.open(secretPurpose(name), secret)
  }
  if (requiredFieldsOf(gateway).some((field) => given[field] === undefined))
    return { isOn, fields: undefined }
  const fields = Object.keys(gateway.fields).map((field) => [field, given[field] ?? ''])
  return { isOn, fields: Object.fromEntries(fields) }
}

export type BucketSetting = NonNullable<Settings['storage']> & { secretKey: string }

/** The bucket for files, if the settings name one. */
export async function readStorageSetting({
  db,
  secrets,
  log,
}: Pick<Context, 'db' | 'secrets' | 'log'>): Promise<BucketSetting | undefined> {
  const wanted = { section: 'storage', secret: 'storage_secret_key' } as const
  const { value, sealed } = await findSectionWithSecret(db, wanted)
  const storage = readSection('storage', value, log)
  if (storage === null || sealed === null) return undefined
  return { ...storage, secretKey: secrets.open(secretPurpose('storage_secret_key'), sealed) }
}

export type BackupPlan = BackupsSetting & {
  secretKey: string | undefined
  passphrase: string | undefined
}

/** Where and when automatic backups are made, if they are on. */
export async function readBackupPlan({
  db,
  secrets,
  log,
}: Pick<Context, 'db' | 'secrets' | 'log'>): Promise<BackupPlan | undefined> {
  const { value, sealed } = await findSectionWithSecrets(db, 'backups')
  const plan = readSection('backups', value, log)
  if (plan === null) return undefined
  const open = (name: SecretName) => {
    const secret = sealed.get(name)
    return secret && secrets.open(secretPurpose(name), secret)
  }
  return { ...plan, secretKey: open('backup_secret_key'), passphrase: open('backup_passphrase') }
}

export type TranslatorSetting = { url: string; key: string | undefined }

/** The translator of imported names, if the settings name one. */
export async function readTranslatorSetting({
  db,
  secrets,
  log,
}: Pick<Context, 'db' | 'secrets' | 'log'>): Promise<TranslatorSetting | undefined> {
  const wanted = { section: 'translator', secret: 'translator_key' } as const
  const { value, sealed } = await findSectionWithSecret(db, wanted)
  const translator = readSection('translator', value, log)
  if (translator === null) return undefined
  const key = sealed === null ? undefined : secrets.open(secretPurpose('translator_key'), sealed)
  return { url: translator.url, key }
}

/** The section and all secrets by name. */
async function findSectionWithSecrets(
  db: Kysely<DB>,
  section: string,
): Promise<{ value: unknown; sealed: ReadonlyMap<string, Buffer> }> {
  const { rows } = await sql<{ value: unknown; name: string | null; sealed: Buffer | null }>`
    select value, name, sealed from (select (select value from settings where section = ${section}) as value) as section
    left join settings_secrets on true`.execute(db)
  const sealed = rows.flatMap((row) =>
    row.name === null || row.sealed === null ? [] : [[row.name, row.sealed] as const],
  )
  return { value: rows[0]?.value ?? undefined, sealed: new Map(sealed) }
}

/** Undefined and null if there is none. */
async function findSectionWithSecret(
  db: Kysely<DB>,
  { section, secret }: { section: string; secret: SecretName },
): Promise<{ value: unknown; sealed: Buffer | null }> {
  const { rows } = await sql<{ value: unknown; sealed: Buffer | null }>`
    select (select value from settings where section = ${section}) as value,
      (select sealed from settings_secrets where name = ${secret}) as sealed`.execute(db)
  const [row] = rows
  return { value: row?.value ?? undefined, sealed: row?.sealed ?? null }
}
