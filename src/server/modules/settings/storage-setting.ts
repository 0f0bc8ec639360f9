import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'

import { readSection } from './read-settings.ts'
import { findSectionWithSecret } from './settings-queries.ts'
import { secretPurpose } from './settings-secrets.ts'

export type BucketSetting = NonNullable<Settings['storage']> & { secretKey: string }

/** The bucket that files are kept in, with its key, both as they are now; undefined where the operator chose none. */
export async function readStorageSetting({
  db,
  secrets,
  log,
}: Pick<Context, 'db' | 'secrets' | 'log'>): Promise<BucketSetting | undefined> {
  const asked = { section: 'storage', secret: 'storage_secret_key' } as const
  const { value, sealed } = await findSectionWithSecret(db, asked)
  const storage = readSection('storage', value, log)
  if (storage === null || sealed === null) return undefined
  return { ...storage, secretKey: secrets.open(secretPurpose('storage_secret_key'), sealed) }
}
