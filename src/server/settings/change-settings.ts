import { isDeepStrictEqual } from 'node:util'

import type { Kysely } from 'kysely'

import { sectionNames, type Settings } from '#contract/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/database/tables.ts'
import { type By, type Kept, transactAsStaff } from '#server/staff/transact-as-staff.ts'

import { readSettings, toStored } from './read-settings.ts'
import { refuseHalfABucket, refuseHalfAnAccount, refusePasswordElsewhere } from './refuse-without-secret.ts'
import {
  listSecretNames,
  lockSettings,
  type SecretName,
  secretNames,
  writeSection,
} from './settings-queries.ts'
import { changeSecret } from './settings-secrets.ts'

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined } & {
  /** Null forgets it. */
  readonly [Name in SecretName]?: string | null | undefined
}

/** Secrets are never read back: whether there are any is all that leaves. */
export type AllSettings = { settings: Settings } & { [Name in SecretName as `has_${Name}`]: boolean }

/** Changes the sections that are given, each as a whole, and answers all of them. What is sent as it was changes nothing. */
export async function changeSettings(
  ctx: Context,
  { by, change }: { by: By; change: SettingsChange },
): Promise<AllSettings> {
  return transactAsStaff(ctx, by, async (tx, tell, record) => {
    await lockSettings(tx)
    const old = await readSettings(tx, ctx.log)
    await refusePasswordElsewhere(tx, old.mail, change)
    refuseHalfAnAccount(old.gateways, change)
    refuseHalfABucket(old.storage, change)
    const before: Kept = {}
    const after: Kept = {}
    for (const name of sectionNames) {
      const wanted = change[name]
      if (wanted === undefined || isDeepStrictEqual(wanted, old[name])) continue
      before[name] = toStored(name, old[name])
      after[name] = toStored(name, wanted)
      await writeSection(tx, { section: name, value: after[name] })
    }
    for (const [name, secret] of secretsOf(old, change)) {
      await changeSecret(tx, ctx.secrets, { name, secret })
      after[name] = secret === null ? 'forgotten' : 'changed'
    }
    if (Object.keys(after).length > 0) {
      record({ action: 'settings.update', id: null, before, after })
      tell({ topic: 'settings' })
      if (change.mail !== undefined || change.mail_password !== undefined) tell({ topic: 'mail' })
    }
    return readAllSettings(tx, ctx.log)
  })
}

/** Those that are changed; an account that is taken away takes its key along. */
function secretsOf(old: Settings, change: SettingsChange): [SecretName, string | null][] {
  const isAccountGone =
    old.gateways.cryptomus.merchant !== null && change.gateways?.cryptomus.merchant === null
  const isBucketGone = old.storage !== null && change.storage === null
  const changed = {
    ...change,
    ...(isAccountGone && { cryptomus_key: null }),
    ...(isBucketGone && { storage_secret_key: null }),
  }
  const found: [SecretName, string | null][] = []
  for (const name of secretNames) {
    const secret = changed[name]
    if (secret !== undefined) found.push([name, secret])
  }
  return found
}

/** As staff see them. */
export async function readAllSettings(db: Kysely<DB>, log: Context['log']): Promise<AllSettings> {
  const settings = await readSettings(db, log)
  const given = await listSecretNames(db)
  return {
    settings,
    has_mail_password: given.includes('mail_password'),
    has_cryptomus_key: given.includes('cryptomus_key'),
    has_storage_secret_key: given.includes('storage_secret_key'),
  }
}
