import type { Context } from '#server/context.ts'

import { readSection } from './read-settings.ts'
import { findSectionWithSecret } from './settings-queries.ts'
import { secretPurpose } from './settings-secrets.ts'

export type TranslatorSetting = { url: string; key: string | undefined }

/** The translator of imported names, with its key, both as they are now; undefined where the operator chose none. */
export async function readTranslatorSetting({
  db,
  secrets,
  log,
}: Pick<Context, 'db' | 'secrets' | 'log'>): Promise<TranslatorSetting | undefined> {
  const asked = { section: 'translator', secret: 'translator_key' } as const
  const { value, sealed } = await findSectionWithSecret(db, asked)
  const translator = readSection('translator', value, log)
  if (translator === null) return undefined
  const key = sealed === null ? undefined : secrets.open(secretPurpose('translator_key'), sealed)
  return { url: translator.url, key }
}
