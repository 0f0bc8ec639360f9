import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import { gatewayIds } from '#contract/base/gateways/registry.ts'
import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import type { BackupsSetting } from '#contract/settings/settings-of-backups.ts'
import {
  type SectionName,
  sectionNames,
  type Settings,
  settingsSections,
} from '#contract/settings/settings-sections.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

export type Versions = Readonly<Record<SectionName, number>>

/** Every section as stored, or its default. */
export async function readSettings(db: Kysely<DB>, log: Logger): Promise<Settings> {
  return (await readVersionedSettings(db, log)).settings
}

/** With each section's number of changes. */
export async function readVersionedSettings(
  db: Kysely<DB>,
  log: Logger,
): Promise<{ settings: Settings; versions: Versions }> {
  const stored = new Map((await listSections(db)).map((row) => [row.section, row]))
  const sections = sectionNames.map((name) => [name, readSection(name, stored.get(name)?.value, log)])
  const versions = sectionNames.map((name) => [name, stored.get(name)?.version ?? 0])
  return {
    settings: Object.fromEntries(sections) as Settings, // every name, with what its own schema made
    versions: Object.fromEntries(versions) as Versions, // every name
  }
}

/** The schedule of automatic backups, if they are on, without the secrets: monitoring reads it. */
export async function readBackupSchedule(
  db: Kysely<DB>,
  log: Logger,
): Promise<(BackupsSetting & { changedAt: Date }) | undefined> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'updated_at'])
    .where('section', '=', 'backups')
    .executeTakeFirst()
  const setting = readSection('backups', row?.value, log)
  return setting === null || row === undefined ? undefined : { ...setting, changedAt: row.updated_at }
}

/** A stored value that the schema rejects counts as missing: the product uses the default and logs it. */
export function readSection<Name extends SectionName>(
  name: Name,
  value: unknown,
  log: Logger,
): Settings[Name] {
  if (value === undefined) return defaultSettings[name]
  const schema: z.ZodMiniType = settingsSections[name]
  const read = z.safeDecode(schema, name === 'gateways' ? toKnownGateways(value) : value)
  if (read.success) return read.data as Settings[Name] // decoded by the section's own schema
  log.error({ section: name, issues: read.error.issues }, 'a section of the settings cannot be read')
  return defaultSettings[name]
}

/** Versions add and remove gateways: those missing in the stored value get their default. */
function toKnownGateways(value: unknown): unknown {
  const stored: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(value)))
  return Object.fromEntries(gatewayIds.map((id) => [id, stored.get(id) ?? defaultSettings.gateways[id]]))
}

/** The stored and sent form. */
export function toStored<Name extends SectionName>(name: Name, section: Settings[Name]): unknown {
  const schema: z.ZodMiniType = settingsSections[name]
  return z.encode(schema, section)
}

/** Sections that were changed at least once. */
async function listSections(db: Kysely<DB>): Promise<{ section: string; value: unknown; version: number }[]> {
  return db.selectFrom('settings').select(['section', 'value', 'version']).execute()
}
