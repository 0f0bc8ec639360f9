import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Context } from '#server/context.ts'
import { type Bucket, removeFromBucket } from '#server/integrations/outgoing/bucket.ts'
import { abortUpload } from '#server/integrations/outgoing/bucket-upload.ts'
import type { BackupPlan } from '#server/modules/settings/settings-with-secrets.ts'

/** A location of backups. `place` identifies it in rows and on screens: a folder, or a bucket's address and name. */
export type BackupPlace =
  | { store: 'disk'; place: string; isOwn: boolean }
  | { store: 'bucket'; place: string; bucket: Bucket }

/** Undefined if the bucket has no key. */
export function placeOf(config: Context['config'], plan: BackupPlan): BackupPlace | undefined {
  if (plan.bucket === null)
    return {
      store: 'disk',
      place: plan.folder ?? join(config.dataDir, 'backups'),
      isOwn: plan.folder === null,
    }
  if (plan.secretKey === undefined) return undefined
  const { access_key_id: accessKeyId, ...named } = plan.bucket
  const bucket = { ...named, accessKeyId, secretKey: plan.secretKey, allowedNetworks: config.allowedNetworks }
  return { store: 'bucket', place: `${named.endpoint}/${named.bucket}`, bucket }
}

/** In every folder of backups. If it and all expected backups are missing, this is a different folder. */
export const MARKER = 'tally-and-reach-backups.txt'
const MARKER_TEXT =
  'Tally & Reach makes its backups in this folder, and knows it by this file and by the backups.\n'

export class OtherFolder extends Error {
  override name = 'OtherFolder'
}

export type BackupFolder = Extract<BackupPlace, { store: 'disk' }>

/**
 * Creates and marks the folder in DATA_DIR. An operator's own folder is not created: if its disk is not mounted,
 * another disk would fill up. `present`: the backups expected in it. Throws `OtherFolder`.
 */
export async function prepareFolder(
  { place, isOwn }: BackupFolder,
  present: readonly string[],
): Promise<void> {
  if (isOwn) await mkdir(place, { recursive: true, mode: 0o700 })
  const names = await listFolder(place, present)
  if (!names.has(MARKER)) await writeFile(join(place, MARKER), MARKER_TEXT, { mode: 0o600 })
}

/** The names in the folder. Throws `OtherFolder` for an empty mount point, where missing backups are not deleted ones. */
export async function listFolder(place: string, present: readonly string[]): Promise<Set<string>> {
  const names = new Set(await readdir(place))
  if (present.length > 0 && ![MARKER, ...present].some((name) => names.has(name)))
    throw new OtherFolder(`${place} has none of the backups that it must have`)
  return names
}

/** The size of a complete backup in a folder; undefined if it is missing, or in a bucket. */
export async function findSize(place: BackupPlace, name: string): Promise<number | undefined> {
  if (place.store === 'bucket') return undefined
  return (await stat(join(place.place, name)).catch(() => undefined))?.size
}

/** Removes a backup if it exists. Throws `BucketFailed` and disk errors. */
export async function removeBackup(place: BackupPlace, name: string): Promise<void> {
  if (place.store === 'disk') await rm(join(place.place, name), { force: true })
  else await removeFromBucket(place.bucket, name)
}

/** Removes the remains of an interrupted backup. */
export async function removePart(
  place: BackupPlace,
  { name, upload }: { name: string; upload: string | null },
): Promise<void> {
  if (place.store === 'disk') {
    for (const file of await readdir(place.place))
      if (file.startsWith(`${name}.`) && file.endsWith('.partial'))
        await rm(join(place.place, file), { force: true })
  } else if (upload !== null) await abortUpload(place.bucket, { key: name, id: upload })
}
