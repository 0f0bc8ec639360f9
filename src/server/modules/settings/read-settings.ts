import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import {
  type SectionName,
  sectionNames,
  type Settings,
  settingsSections,
} from '#contract/settings/settings-sections.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import { listSections } from './settings-queries.ts'

export type Versions = Readonly<Record<SectionName, number>>

/** Every section as it is stored, or its default. */
export async function readSettings(db: Kysely<DB>, log: Logger): Promise<Settings> {
  return (await readVersionedSettings(db, log)).settings
}

/** With how often each was changed: never is 0. */
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

/** One that another version wrote in another form is none: the product starts, and its log says what is missing. */
export function readSection<Name extends SectionName>(
  name: Name,
  value: unknown,
  log: Logger,
): Settings[Name] {
  if (value === undefined) return defaultSettings[name]
  const schema: z.ZodMiniType = settingsSections[name]
  const read = z.safeDecode(schema, value)
  if (read.success) return read.data as Settings[Name] // decoded by the section's own schema
  log.error({ section: name, issues: read.error.issues }, 'a section of the settings can not be read')
  return defaultSettings[name]
}

/** As it is stored and sent. */
export function toStored<Name extends SectionName>(name: Name, section: Settings[Name]): unknown {
  const schema: z.ZodMiniType = settingsSections[name]
  return z.encode(schema, section)
}
