import { type Kysely, sql } from 'kysely'

import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { readSection } from './read-settings.ts'
import { type SecretName, secretPurpose } from './settings-secrets.ts'

// Sections that have a secret. Each is read from the database in one statement: a cached section with a new secret would be
// an account that never existed.

export type GatewaySetting = {
  /** Whether customers can pay there. */
  isOn: boolean
  /** Undefined: the settings have none. */
  account: { merchant: string; key: string } | undefined
}

export async function readGatewaySetting({
  db,
  secrets,
  log,
}: Pick<Context, 'db' | 'secrets' | 'log'>): Promise<GatewaySetting> {
  const { value, sealed } = await findSectionWithSecret(db, { section: 'gateways', secret: 'cryptomus_key' })
  const { is_on: isOn, merchant } = readSection('gateways', value, log).cryptomus
  if (merchant === null || sealed === null) return { isOn, account: undefined }
  return { isOn, account: { merchant, key: secrets.open(secretPurpose('cryptomus_key'), sealed) } }
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
