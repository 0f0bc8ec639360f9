import { isDeepStrictEqual } from 'node:util'

import { invalidFields } from '#contract/base/errors.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

import { findSecret } from './settings-queries.ts'

type Mail = { mail?: Settings['mail'] | undefined; mail_password?: string | null | undefined }

/** Whoever may change the mail server must not learn its password by naming one of their own, or a line that all can read. */
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

/** The same of the translator: its key goes to no other address than the one that it was entered for. */
export async function refuseKeyElsewhere(
  tx: Tx,
  old: Settings['translator'],
  { translator, translator_key: key }: Translator,
): Promise<void> {
  if (translator === undefined || translator === null || key !== undefined) return
  if (translator.url !== old?.url && (await findSecret(tx, 'translator_key')) !== undefined)
    throw invalidFields({ translator_key: { code: 'key_again' } })
}

type Gateways = { gateways?: Settings['gateways'] | undefined; cryptomus_key?: string | null | undefined }

/** A merchant and a key are one account: neither is kept without the other, and a key never serves another merchant. */
export function refuseHalfAnAccount(
  old: Settings['gateways'],
  { gateways = old, cryptomus_key: key }: Gateways,
): void {
  const { merchant } = gateways.cryptomus
  if (merchant === null) {
    if (typeof key === 'string')
      throw invalidFields({ 'gateways.cryptomus.merchant': { code: 'text_required' } })
    return
  }
  const isMissing = key === null || (key === undefined && merchant !== old.cryptomus.merchant)
  if (isMissing) throw invalidFields({ cryptomus_key: { code: 'gateway_key_again' } })
}

type Storage = { storage?: Settings['storage'] | undefined; storage_secret_key?: string | null | undefined }

/** The same of a bucket. */
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
