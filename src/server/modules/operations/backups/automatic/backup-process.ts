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
import { type BackupReport, type BackupTask, type SentTask, unpackTask } from './backup-task.ts'
import { NoSpace, refuseNearlyFull, watchSpace } from './free-space.ts'

// A process of its own, so that neither its work nor its memory are those of orders. It ends with the one that started it.

type WriteTask = Extract<BackupTask, { work: 'write' }>

const stopping = new AbortController()
const stop = () => stopping.abort(new Stopped('stopped'))
process.once('disconnect', stop)
process.once('SIGTERM', stop)
// Sent by a terminal to all processes; the product says when to stop.
process.on('SIGINT', () => undefined)

class Stopped extends Error {
  override name = 'Stopped'
}

process.once('message', (sent: SentTask) => {
  void run(unpackTask(sent)).then(async (last) => {
    await send(last)
    process.exit(0)
  })
})

async function run(task: BackupTask): Promise<BackupReport> {
  try {
    // They may be what fills the disk.
    await removeStale()
    return task.work === 'write' ? await write(task) : await check(task)
  } catch (error) {
    const fault = stopping.signal.aborted ? ({ code: 'stopped', details: {} } as const) : toFault(error)
    const isBug = fault.code === 'job_failed'
    return { is: 'failed', fault, ...(isBug && { error: String((error as Error).stack) }) }
  }
}

async function write(task: WriteTask): Promise<BackupReport> {
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
      stopping.signal.throwIfAborted()
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
    sink: counted(await makeSink(task)),
    passphrase,
    signal: stopping.signal,
  })
  return { is: 'written', bytes, missingFiles: manifest.missingFiles }
}

async function makeSink({ place, name }: WriteTask): Promise<Sink> {
  if (place.store === 'disk') return makeFileSink(join(place.place, name))
  const sink = await makeBucketSink(place.bucket, name)
  // If this process is killed, the one that started it removes the parts.
  await send({ is: 'upload', id: sink.uploadId })
  return sink
}

async function check(task: BackupTask): Promise<BackupReport> {
  const { passphrase, bytes } = task
  if (!(await hasEmbeddedPostgres()))
    return { is: 'failed', fault: { code: 'no_embedded_postgres', details: {} } }
  return withScratch(async (folder) => {
    refuseNearlyFull(folder, bytes)
    const checkSpace = watchSpace(folder)
    const file = await fetchArchive(task, folder)
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
        stopping.signal.throwIfAborted()
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
  scratch: string,
): Promise<string | undefined> {
  if (place.store === 'disk')
    return (await listFolder(place.place, present)).has(name) ? join(place.place, name) : undefined
  const file = join(scratch, 'archive')
  const handle = await open(file, 'wx', 0o600)
  try {
    return (await download(place.bucket, { key: name, handle, signal: stopping.signal })) ? file : undefined
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

function send(report: BackupReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve()
    else process.send(report, () => resolve())
  })
}
