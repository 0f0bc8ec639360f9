import { isDeepStrictEqual } from 'node:util'

import { type Kysely, sql } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import {
  type GatewayId,
  gatewayIds,
  gateways,
  secretFieldsOf,
  secretName,
} from '#contract/base/gateways/registry.ts'
import { isAllowed, isOwner, type Staff } from '#contract/base/permissions.ts'
import type { RequireProof } from '#contract/base/proof.ts'
import { changeNeeds, ownersOnly } from '#contract/settings/settings-guards.ts'
import { accountIn } from '#contract/settings/settings-of-gateways.ts'
import { sectionNames, type Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { Publish, Tx } from '#server/lib/postgres/transact.ts'
import { canConnectTo, refuseReal } from '#server/modules/audit-log/mode/refuse-real.ts'
import { type By, type AuditValues, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { readVersionedSettings, toStored, type Versions } from './read-settings.ts'
import {
  refuseHalfABackupBucket,
  refuseHalfABucket,
  refuseHalfAnAccount,
  refuseKeyElsewhere,
  refusePasswordElsewhere,
} from './refuse-without-secret.ts'
import {
  changeSecret,
  listSecretNames,
  openMailPassword,
  type SecretName,
  secretNames,
} from './settings-secrets.ts'

export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined } & {
  /** Null deletes it. */
  readonly [Name in SecretName]?: string | null | undefined
} & {
  /** The versions of the sections that the change is based on. */
  readonly versions?: Partial<Versions> | undefined
}

/** Secrets are never read back, only whether they are set. */
type HasSecrets = { [Name in SecretName as `has_${Name}`]: boolean }
export type AllSettings = { settings: Settings; versions: Versions; can_set_merchant: boolean } & HasSecrets

/** What was changed, for the notification to owners. */
export type ChangedSettings = {
  /** Names of sections and secrets. */
  names: readonly string[]
  actorId: number
  /** The previous mail server, if there was one and it changed. */
  mailBefore: { mail: NonNullable<Settings['mail']>; password: string | undefined } | undefined
}

type GatewaysChange = { readonly [Id in GatewayId]?: Settings['gateways'][Id] | undefined }

type SettingsRequest = {
  by: By
  staff: Staff
  change: Omit<SettingsChange, 'gateways'> & { readonly gateways?: GatewaysChange | undefined }
  requireProof: RequireProof
  /** Runs in the tx of the change. */
  onChanged: (tx: Tx, publish: Publish, changed: ChangedSettings) => Promise<void>
}

/**
 * Changes the given sections, each as a whole, and answers all sections. Throws `state_conflict` if a section was
 * changed meanwhile, `insufficient_permissions` for changes that need more than `settings`, and `proof_required`.
 */
export async function changeSettings(
  ctx: Context,
  { by, staff, change: asked, requireProof, onChanged }: SettingsRequest,
): Promise<AllSettings> {
  return transactAsStaff(ctx, by, async (tx, publish, record) => {
    await lockSettings(tx)
    const { settings: old, versions } = await readVersionedSettings(tx, ctx.log)
    const change = { ...asked, gateways: asked.gateways && mergeGateways(old.gateways, asked.gateways) }
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
    await refuseRealGateways(ctx, tx, change)
    refuseHalfABucket(old.storage, change)
    refuseHalfABackupBucket(old.backups, change)
    await refuseRequiringOfOthers(tx, { by, old: old.staff_sign_in, change })
    const before: AuditValues = {}
    const after: AuditValues = {}
    // A default that is sent unchanged is stored, so that later versions don't change it, unless all sections are sent.
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

/** A gateway that is left out stays unchanged: this version may have gateways that the client doesn't know. */
function mergeGateways(old: Settings['gateways'], change: GatewaysChange): Settings['gateways'] {
  const merged = gatewayIds.map((id) => [id, change[id] ?? old[id]])
  return Object.fromEntries(merged) as Settings['gateways'] // every id
}

/** Prevents overwriting a change that the user has not seen. */
function refuseStale(versions: Versions, { versions: seen = {} }: SettingsChange): void {
  const section = sectionNames.find((name) => seen[name] !== undefined && seen[name] !== versions[name])
  if (section !== undefined) throw new AppError('state_conflict', { reason: 'section_changed', section })
}

function refuseBeyondPermissions(staff: Staff, names: readonly string[]): void {
  const needed = names.flatMap((name) => changeNeeds[name] ?? [])
  if (needed.some((permission) => !isAllowed(staff, permission)))
    throw new AppError('insufficient_permissions')
  if (names.some((name) => ownersOnly.includes(name)) && !isOwner(staff))
    throw new AppError('insufficient_permissions')
}

/** Read together with its password before both are replaced. */
async function findMailBefore(
  { secrets }: Context,
  tx: Tx,
  { old, names }: { old: Settings; names: readonly string[] },
): Promise<ChangedSettings['mailBefore']> {
  if (old.mail === null || !(names.includes('mail') || names.includes('mail_password'))) return undefined
  return { mail: old.mail, password: await openMailPassword({ db: tx, secrets }) }
}

/** Staff who require two-factor authentication must have it themselves, so that someone can still sign in to turn it off. */
async function refuseRequiringOfOthers(
  tx: Tx,
  { by, old, change }: { by: By; old: Settings['staff_sign_in']; change: SettingsChange },
): Promise<void> {
  const wanted = change.staff_sign_in
  if (wanted === undefined || isDeepStrictEqual(wanted, old)) return
  if (wanted.two_factor && !(await hasTwoFactor(tx, by.actorId)))
    throw invalidFields({ 'staff_sign_in.two_factor': { code: 'two_factor_first' } })
}

/** The secrets that change. Removing an account deletes its secrets. */
function secretsOf(old: Settings, change: SettingsChange): [SecretName, string | null][] {
  const gone = gatewayIds.filter(
    (id) =>
      accountIn(old.gateways[id]) !== undefined &&
      change.gateways !== undefined &&
      accountIn(change.gateways[id]) === undefined,
  )
  const secretsGone = gone.flatMap((id) =>
    secretFieldsOf(gateways[id]).map((field) => [secretName(id, field), null]),
  )
  const isBucketGone = old.storage !== null && change.storage === null
  const isBackupBucketGone =
    old.backups?.bucket != null && change.backups !== undefined && change.backups?.bucket == null
  const isTranslatorGone = old.translator !== null && change.translator === null
  const changed = {
    ...change,
    ...Object.fromEntries(secretsGone),
    ...(isBucketGone && { storage_secret_key: null }),
    ...(isBackupBucketGone && { backup_secret_key: null }),
    ...(isTranslatorGone && { translator_key: null }),
  }
  const found: [SecretName, string | null][] = []
  for (const name of secretNames) {
    const secret = changed[name]
    if (secret !== undefined) found.push([name, secret])
  }
  return found
}

/** All settings as staff see them. */
export async function readAllSettings(
  db: Kysely<DB>,
  { log, config }: Pick<Context, 'log' | 'config'>,
): Promise<AllSettings> {
  const read = await readVersionedSettings(db, log)
  const given = await listSecretNames(db)
  return {
    ...read,
    ...(Object.fromEntries(secretNames.map((name) => [`has_${name}`, given.includes(name)])) as HasSecrets), // every name
    can_set_merchant: await canConnectToAny(db, config),
  }
}

/** In sandbox mode no account at a gateway outside this machine is stored. */
async function refuseRealGateways({ config }: Context, tx: Tx, change: SettingsChange): Promise<void> {
  for (const id of gatewayIds) {
    const secrets = secretFieldsOf(gateways[id]).map((field) => change[secretName(id, field)])
    const named = change.gateways && accountIn(change.gateways[id])
    const url = named?.['url'] ?? config.gateways[id]?.url
    if (url !== undefined && (named !== undefined || secrets.some((secret) => typeof secret === 'string')))
      await refuseReal(tx, url)
  }
}

async function canConnectToAny(db: Kysely<DB>, config: Context['config']): Promise<boolean> {
  for (const { url } of Object.values(config.gateways)) if (await canConnectTo(db, url)) return true
  return false
}

/** One change at a time, so that the audit log has the values that each replaced, including those of sections without a row. */
export async function lockSettings(tx: Tx): Promise<void> {
  await takeLock(tx, 'settings')
}

async function writeSection(tx: Tx, { section, value }: { section: string; value: unknown }): Promise<void> {
  const json = JSON.stringify(value)
  await sql`
    insert into settings (section, value) values (${section}, ${json}::jsonb)
    on conflict (section) do update
    set value = excluded.value, version = settings.version + 1, updated_at = now()`.execute(tx)
}

/** Locked, so that turning it off concurrently waits. */
async function hasTwoFactor(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
