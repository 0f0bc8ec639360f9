import { isDeepStrictEqual } from 'node:util'

import type { Kysely } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import type { RequireProof } from '#contract/base/proof.ts'
import { changeNeeds } from '#contract/settings/settings-guards.ts'
import { sectionNames, type Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { canConnectTo, refuseReal } from '#server/modules/audit-log/mode/refuse-real.ts'
import { type By, type Kept, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { readVersionedSettings, toStored, type Versions } from './read-settings.ts'
import {
  refuseHalfABucket,
  refuseHalfAnAccount,
  refuseKeyElsewhere,
  refusePasswordElsewhere,
} from './refuse-without-secret.ts'
import {
  hasTwoFactor,
  listSecretNames,
  lockSettings,
  type SecretName,
  secretNames,
  writeSection,
} from './settings-queries.ts'
import { changeSecret, openMailPassword } from './settings-secrets.ts'

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined } & {
  /** Null forgets it. */
  readonly [Name in SecretName]?: string | null | undefined
} & {
  /** Of the sections as they were when the change was made. */
  readonly versions?: Partial<Versions> | undefined
}

/** Secrets are never read back: whether there are any is all that leaves. */
export type AllSettings = { settings: Settings; versions: Versions; can_set_merchant: boolean } & {
  [Name in SecretName as `has_${Name}`]: boolean
}

/** What a change was, for those who are told of it. */
export type ChangedSettings = {
  /** Of sections and secrets. */
  names: readonly string[]
  actorId: number
  /** The operator's mail server, where there was one and the change is about it. */
  mailBefore: { mail: NonNullable<Settings['mail']>; password: string | undefined } | undefined
}

type Asked = {
  by: By
  staff: Staff
  change: SettingsChange
  requireProof: RequireProof
  /** In the tx of the change. */
  onChanged: (tx: Tx, publish: Publish, changed: ChangedSettings) => Promise<void>
}

/**
 * Changes the sections that are given, each as a whole, and answers all of them. What is sent as it was changes nothing.
 * Throws `state_conflict` where a section is not the one any more that the change was made from,
 * `insufficient_permissions` for what needs more than `settings`, and `proof_required`.
 */
export async function changeSettings(
  ctx: Context,
  { by, staff, change, requireProof, onChanged }: Asked,
): Promise<AllSettings> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockSettings(tx)
    const { settings: old, versions } = await readVersionedSettings(tx, ctx.log)
    refuseStale(versions, change)
    const sent = sectionNames.filter((name) => change[name] !== undefined)
    const changed = sent.filter((name) => !isDeepStrictEqual(change[name], old[name]))
    const secrets = secretsOf(old, change)
    const names = [...changed, ...secrets.map(([name]) => name)]
    refuseBeyondPermissions(staff, names)
    requireProof(names)
    const mailBefore = await findMailBefore(ctx, tx, { old, names })
    await refusePasswordElsewhere(tx, old.mail, change)
    await refuseKeyElsewhere(tx, old.translator, change)
    refuseHalfAnAccount(old.gateways, change)
    const merchant = change.gateways?.cryptomus.merchant ?? null
    if (merchant !== null || typeof change.cryptomus_key === 'string')
      await refuseReal(tx, ctx.config.cryptomusUrl)
    refuseHalfABucket(old.storage, change)
    await refuseToAskOfOthers(tx, { by, old: old.staff_sign_in, change })
    const before: Kept = {}
    const after: Kept = {}
    // A default that somebody keeps is their decision from then on; who sends back all that there is decides nothing by it.
    const keepsDefaults = sent.length < sectionNames.length
    for (const name of sent) {
      const wanted = change[name]
      if (wanted === undefined || (!changed.includes(name) && (versions[name] > 0 || !keepsDefaults)))
        continue
      before[name] = toStored(name, old[name])
      after[name] = toStored(name, wanted)
      await writeSection(tx, { section: name, value: after[name] })
    }
    for (const [name, secret] of secrets) {
      await changeSecret(tx, ctx.secrets, { name, secret })
      after[name] = secret === null ? 'forgotten' : 'changed'
    }
    if (Object.keys(after).length > 0) {
      record({ action: 'settings.update', id: null, before, after })
      await onChanged(tx, publish, { names, actorId: by.actorId, mailBefore })
      publish({ topic: 'settings' })
      if (change.mail !== undefined || change.mail_password !== undefined) publish({ topic: 'mail' })
    }
    return readAllSettings(tx, ctx)
  })
}

/** What somebody else has done meanwhile is seen before it is taken back. */
function refuseStale(versions: Versions, { versions: seen = {} }: SettingsChange): void {
  const section = sectionNames.find((name) => seen[name] !== undefined && seen[name] !== versions[name])
  if (section !== undefined) throw new AppError('state_conflict', { reason: 'section_changed', section })
}

function refuseBeyondPermissions(staff: Staff, names: readonly string[]): void {
  const needed = names.flatMap((name) => changeNeeds[name] ?? [])
  if (needed.some((permission) => !isAllowed(staff, permission)))
    throw new AppError('insufficient_permissions')
}

/** With its password, before both are replaced. */
async function findMailBefore(
  { secrets }: Context,
  tx: Tx,
  { old, names }: { old: Settings; names: readonly string[] },
): Promise<ChangedSettings['mailBefore']> {
  if (old.mail === null || !(names.includes('mail') || names.includes('mail_password'))) return undefined
  return { mail: old.mail, password: await openMailPassword({ db: tx, secrets }) }
}

/**
 * Nobody wants of all what they have not themselves: so somebody who may take
 * it back is there when it is turned on.
 */
async function refuseToAskOfOthers(
  tx: Tx,
  { by, old, change }: { by: By; old: Settings['staff_sign_in']; change: SettingsChange },
): Promise<void> {
  const wanted = change.staff_sign_in
  if (wanted === undefined || isDeepStrictEqual(wanted, old)) return
  if (wanted.two_factor && !(await hasTwoFactor(tx, by.actorId)))
    throw invalidFields({ 'staff_sign_in.two_factor': { code: 'two_factor_first' } })
}

/** Those that are changed; an account that is taken away takes its key along. */
function secretsOf(old: Settings, change: SettingsChange): [SecretName, string | null][] {
  const isAccountGone =
    old.gateways.cryptomus.merchant !== null && change.gateways?.cryptomus.merchant === null
  const isBucketGone = old.storage !== null && change.storage === null
  const isTranslatorGone = old.translator !== null && change.translator === null
  const changed = {
    ...change,
    ...(isAccountGone && { cryptomus_key: null }),
    ...(isBucketGone && { storage_secret_key: null }),
    ...(isTranslatorGone && { translator_key: null }),
  }
  const found: [SecretName, string | null][] = []
  for (const name of secretNames) {
    const secret = changed[name]
    if (secret !== undefined) found.push([name, secret])
  }
  return found
}

/** As staff see them. */
export async function readAllSettings(
  db: Kysely<DB>,
  { log, config }: Pick<Context, 'log' | 'config'>,
): Promise<AllSettings> {
  const read = await readVersionedSettings(db, log)
  const given = await listSecretNames(db)
  return {
    ...read,
    has_mail_password: given.includes('mail_password'),
    has_cryptomus_key: given.includes('cryptomus_key'),
    has_storage_secret_key: given.includes('storage_secret_key'),
    has_translator_key: given.includes('translator_key'),
    can_set_merchant: await canConnectTo(db, config.cryptomusUrl),
  }
}
