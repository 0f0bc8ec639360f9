import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Context } from '#server/context.ts'
import { type Bucket, removeFromBucket } from '#server/integrations/outgoing/bucket.ts'
import { abortUpload } from '#server/integrations/outgoing/bucket-upload.ts'
import type { BackupPlan } from '#server/modules/settings/settings-with-secrets.ts'

/** Where backups are. `place` names it in rows and for people: a folder, or a bucket's address and name. */
export type BackupPlace =
  | { store: 'disk'; place: string; isOwn: boolean }
  | { store: 'bucket'; place: string; bucket: Bucket }

/** Undefined: the bucket has no key. */
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

/** In each folder of backups. Without it, and without any backup that must be there, the folder is another one. */
export const MARKER = 'tally-and-reach-backups.txt'
const MARKER_TEXT =
  'Tally & Reach makes its backups in this folder, and knows it by this file and by the backups.\n'

export class OtherFolder extends Error {
  override name = 'OtherFolder'
}

export type BackupFolder = Extract<BackupPlace, { store: 'disk' }>

/**
 * Makes the folder in DATA_DIR, and marks it. One of the operator's is not made: a disk that is not mounted would be filled
 * elsewhere. `present`: the backups that it must have. Throws `OtherFolder`.
 */
export async function prepareFolder(
  { place, isOwn }: BackupFolder,
  present: readonly string[],
): Promise<void> {
  if (isOwn) await mkdir(place, { recursive: true, mode: 0o700 })
  const names = await listFolder(place, present)
  if (!names.has(MARKER)) await writeFile(join(place, MARKER), MARKER_TEXT, { mode: 0o600 })
}

/** The names in it. Throws `OtherFolder` for an empty mount point: its backups are not gone, and what is written is elsewhere. */
export async function listFolder(place: string, present: readonly string[]): Promise<Set<string>> {
  const names = new Set(await readdir(place))
  if (present.length > 0 && ![MARKER, ...present].some((name) => names.has(name)))
    throw new OtherFolder(`${place} has none of the backups that it must have`)
  return names
}

/** The size of a complete backup in a folder; undefined if it is not there, or in a bucket. */
export async function findSize(place: BackupPlace, name: string): Promise<number | undefined> {
  if (place.store === 'bucket') return undefined
  return (await stat(join(place.place, name)).catch(() => undefined))?.size
}

/** Removes a backup, if it is there. Throws `BucketFailed`, and errors of the disk. */
export async function removeBackup(place: BackupPlace, name: string): Promise<void> {
  if (place.store === 'disk') await rm(join(place.place, name), { force: true })
  else await removeFromBucket(place.bucket, name)
}

/** Removes what an interrupted backup left. */
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
