import { open } from 'node:fs/promises'
import { join } from 'node:path'

import type { Fault } from '#contract/base/faults.ts'
import { BucketFailed } from '#server/integrations/outgoing/bucket.ts'
import { download } from '#server/integrations/outgoing/bucket-download.ts'
import { readProductVersion } from '#server/lib/environment/product-version.ts'
import { packagedMajor } from '#server/lib/postgres/embedded/place-binaries.ts'
import { findOutage } from '#server/lib/postgres/outages.ts'
import { makeBucketSink } from '#server/modules/operations/backups/archive/bucket-sink.ts'
import { type Sink, makeFileSink } from '#server/modules/operations/backups/archive/sink.ts'
import { openArchiveFile } from '#server/modules/operations/backups/archive/open-archive.ts'
import { BackupRefused, type BackupRefusal } from '#server/modules/operations/backups/backup-refused.ts'
import { checkBackup } from '#server/modules/operations/backups/check-backup.ts'
import { removeStale, withScratch } from '#server/modules/operations/backups/scratch-folder.ts'
import { writeBackup } from '#server/modules/operations/backups/write-backup.ts'

import { listFolder, OtherFolder, prepareFolder } from './backup-place.ts'
import type { BackupEnd, BackupReport, BackupTask } from './backup-task.ts'
import { NoSpace, refuseNearlyFull, watchSpace } from './free-space.ts'

type WriteTask = Extract<BackupTask, { work: 'write' }>

export type TaskWay = {
  /** Aborted to stop the task, which then removes what it has written. */
  signal: AbortSignal
  /** Sends all reports but the last, which is the result. */
  send: (report: BackupReport) => Promise<void>
}

/** Makes or checks a backup, and answers the result. */
export async function doBackupTask(task: BackupTask, way: TaskWay): Promise<BackupEnd> {
  try {
    // They may be the reason for a full disk.
    await removeStale()
    return task.work === 'write' ? await write(task, way) : await check(task, way)
  } catch (error) {
    const fault = way.signal.aborted ? ({ code: 'stopped', details: {} } as const) : toFault(error)
    const isBug = fault.code === 'job_failed'
    return { is: 'failed', fault, ...(isBug && { error: String((error as Error).stack) }) }
  }
}

async function write(task: WriteTask, { signal, send }: TaskWay): Promise<BackupEnd> {
  const { passphrase, ownerUrl, files, place } = task
  if (place.store === 'disk') {
    await prepareFolder(place, task.present)
    refuseNearlyFull(place.place, task.bytes)
  }
  const checkSpace = place.store === 'disk' ? watchSpace(place.place) : () => undefined
  let bytes = 0
  let saidAt = 0
  const counted = (inner: Sink): Sink => ({
    ...inner,
    async write(chunk) {
      signal.throwIfAborted()
      checkSpace()
      await inner.write(chunk)
      bytes += chunk.length
      if (performance.now() - saidAt < 1_000) return
      saidAt = performance.now()
      await send({ is: 'progress', bytes })
    },
  })
  const { manifest } = await writeBackup({
    ownerUrl,
    product: readProductVersion(),
    files,
    needsFiles: true,
    sink: counted(await makeSink(task, send)),
    passphrase,
    signal,
  })
  return { is: 'written', bytes, missingFiles: manifest.missingFiles }
}

async function makeSink({ place, name }: WriteTask, send: TaskWay['send']): Promise<Sink> {
  if (place.store === 'disk') return makeFileSink(join(place.place, name))
  const sink = await makeBucketSink(place.bucket, name)
  // If this process is killed, its parent removes the parts.
  await send({ is: 'upload', id: sink.uploadId })
  return sink
}

async function check(task: BackupTask, { signal }: TaskWay): Promise<BackupEnd> {
  const { passphrase, bytes } = task
  if (!(await hasEmbeddedPostgres()))
    return { is: 'failed', fault: { code: 'no_embedded_postgres', details: {} } }
  return withScratch(async (folder) => {
    refuseNearlyFull(folder, bytes)
    const checkSpace = watchSpace(folder)
    const file = await fetchArchive(task, { scratch: folder, signal })
    if (file === undefined) return { is: 'failed', fault: { code: 'backup_gone', details: {} } }
    const ask = () =>
      passphrase === undefined
        ? Promise.reject(new BackupRefused('wrong_passphrase', 'It is sealed, and there is no passphrase.'))
        : Promise.resolve(passphrase)
    const archive = await openArchiveFile(file, { passphrase: ask })
    const { findings } = await checkBackup({
      archive,
      folder,
      onProgress() {
        signal.throwIfAborted()
        checkSpace()
      },
    })
    return { is: 'checked', findings: findings.length }
  })
}

async function hasEmbeddedPostgres(): Promise<boolean> {
  try {
    await packagedMajor()
    return true
  } catch {
    return false
  }
}

async function fetchArchive(
  { place, name, present }: BackupTask,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<string | undefined> {
  if (place.store === 'disk')
    return (await listFolder(place.place, present)).has(name) ? join(place.place, name) : undefined
  const file = join(scratch, 'archive')
  const handle = await open(file, 'wx', 0o600)
  try {
    return (await download(place.bucket, { key: name, handle, signal })) ? file : undefined
  } finally {
    await handle.close()
  }
}

const refusals: Partial<Record<BackupRefusal, Fault['code'] & `backup_${string}`>> = {
  not_a_backup: 'backup_damaged',
  torn: 'backup_damaged',
  altered: 'backup_damaged',
  not_equal: 'backup_damaged',
  sealed: 'backup_passphrase',
  wrong_passphrase: 'backup_passphrase',
  cluster: 'backup_of_cluster',
  no_storage: 'backup_no_storage',
  no_files: 'backup_no_files',
}

function toFault(error: unknown): Fault {
  const plain = <Code extends PlainCode>(code: Code) => ({ code, details: {} }) as const
  if (error instanceof BackupRefused) return plain(refusals[error.refusal] ?? 'backup_unfit') as Fault
  if (error instanceof BucketFailed) return error.fault
  if (error instanceof NoSpace) return { code: 'backup_no_space', details: error.details }
  if (error instanceof OtherFolder) return plain('backup_other_folder')
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return plain('disk_full')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return plain('disk_closed')
  if (code === 'ENOENT' || code === 'ENOTDIR') return plain('folder_missing')
  if (code === 'EIO') return { code: 'disk_failed', details: { error_code: code } }
  if (error instanceof Error && findOutage(error) !== undefined) return plain('not_connected')
  return plain('job_failed')
}

type PlainCode =
  | 'disk_full'
  | 'disk_closed'
  | 'folder_missing'
  | 'not_connected'
  | 'job_failed'
  | 'backup_unfit'
  | 'backup_other_folder'
  | NonNullable<(typeof refusals)[BackupRefusal]>
