import { isDeepStrictEqual } from 'node:util'

import { invalidFields } from '#contract/base/errors.ts'
import {
  gatewayIds,
  gateways,
  type GatewaySecretName,
  openFieldsOf,
  requiredFieldsOf,
  secretFieldsOf,
  secretName,
} from '#contract/base/gateways/registry.ts'
import { accountIn } from '#contract/settings/settings-of-gateways.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { findSecret } from './settings-secrets.ts'

type Mail = { mail?: Settings['mail'] | undefined; mail_password?: string | null | undefined }

/** Staff could learn the password by sending it to their own server or over an unencrypted connection. */
export async function refusePasswordElsewhere(
  tx: Tx,
  old: Settings['mail'],
  { mail, mail_password: password }: Mail,
): Promise<void> {
  if (mail === undefined || mail === null || password !== undefined) return
  const isElsewhere = mail.host !== old?.host || mail.port !== old.port || mail.security !== old.security
  if (isElsewhere && (await findSecret(tx, 'mail_password')) !== undefined)
    throw invalidFields({ mail_password: { code: 'mail_password_again' } })
}

type Translator = {
  translator?: Settings['translator'] | undefined
  translator_key?: string | null | undefined
}

/** The same for the translator: its key is sent only to the address that it was entered for. */
export async function refuseKeyElsewhere(
  tx: Tx,
  old: Settings['translator'],
  { translator, translator_key: key }: Translator,
): Promise<void> {
  if (translator === undefined || translator === null || key !== undefined) return
  if (translator.url !== old?.url && (await findSecret(tx, 'translator_key')) !== undefined)
    throw invalidFields({ translator_key: { code: 'key_again' } })
}

type Gateways = { gateways?: Settings['gateways'] | undefined } & {
  [Name in GatewaySecretName]?: string | null | undefined
}

/** The fields of an account belong together: none is stored without the others, and a different account needs its own secrets. */
export function refuseHalfAnAccount(old: Settings['gateways'], change: Gateways): void {
  for (const id of gatewayIds) {
    const account = accountIn((change.gateways ?? old)[id])
    const secretFields = secretFieldsOf(gateways[id])
    const isGiven = secretFields.some((field) => typeof change[secretName(id, field)] === 'string')
    if (account === undefined && !isGiven) continue
    const required = requiredFieldsOf(gateways[id])
    const secrets = secretFields
      .filter((field) => required.includes(field))
      .map((field) => secretName(id, field))
    const missing = openFieldsOf(gateways[id]).find(
      (field) => required.includes(field) && account?.[field] === undefined,
    )
    if (missing !== undefined)
      throw invalidFields({ [`gateways.${id}.${missing}`]: { code: 'text_required' } })
    const isOther = !isDeepStrictEqual(account, accountIn(old[id]))
    const again = secrets.find((name) => change[name] === null || (change[name] === undefined && isOther))
    if (again !== undefined) throw invalidFields({ [again]: { code: 'gateway_key_again' } })
  }
}

type Backups = { backups?: Settings['backups'] | undefined; backup_secret_key?: string | null | undefined }

/** The same for the bucket of backups. */
export function refuseHalfABackupBucket(
  old: Settings['backups'],
  { backups = old, backup_secret_key: key }: Backups,
): void {
  const bucket = backups?.bucket ?? null
  if (bucket === null) {
    if (typeof key === 'string') throw invalidFields({ 'backups.bucket': { code: 'text_required' } })
    return
  }
  const isMissing = key === null || (key === undefined && !isDeepStrictEqual(bucket, old?.bucket ?? null))
  if (isMissing) throw invalidFields({ backup_secret_key: { code: 'storage_key_again' } })
}

type Storage = { storage?: Settings['storage'] | undefined; storage_secret_key?: string | null | undefined }

/** The same for a bucket. */
export function refuseHalfABucket(
  old: Settings['storage'],
  { storage = old, storage_secret_key: key }: Storage,
): void {
  if (storage === null) {
    if (typeof key === 'string') throw invalidFields({ storage: { code: 'text_required' } })
    return
  }
  const isMissing = key === null || (key === undefined && !isDeepStrictEqual(storage, old))
  if (isMissing) throw invalidFields({ storage_secret_key: { code: 'storage_key_again' } })
}
