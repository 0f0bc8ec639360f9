import { randomUUID } from 'node:crypto'

import type { Fault } from '#contract/base/faults.ts'
import type { BackupVerdictCode } from '#contract/operations/backups.ts'
import type { Context } from '#server/context.ts'
import { describeFault } from '#server/lib/http/outbound/to-fault.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import { findFileStores } from '#server/modules/attachments/archived-files.ts'
import { nameBackup } from '#server/modules/operations/backups/name-backup.ts'
import { type BackupPlan, readBackupPlan } from '#server/modules/settings/settings-with-secrets.ts'

import { type BackupPlace, findSize, placeOf, removeBackup, removePart } from './backup-place.ts'
import type { BackupEnd, BackupTask } from './backup-task.ts'
import {
  type BackupRow,
  beat,
  claimBackup,
  forgetRestored,
  listPresent,
  listSurplus,
  noteCheckStarted,
  noteDone,
  noteFailed,
  noteRemoved,
  noteStarted,
  noteUpload,
  noteVerdict,
  queueBackup,
  queueWeeklyCheck,
  readDatabaseSize,
  readSince,
  requeueCheck,
  takeDead,
} from './backups-queries.ts'
import { findPlannedMoments } from './planned-moments.ts'
import { type BackupWay, runBackupProcess } from './run-backup-process.ts'

const EVERY_MS = 15_000
const BEAT_MS = 3_000
const FAILURES_MAX = 3
const RETRY_MS = 15 * 60_000
/** A week, less the time that a backup may be late. */
const CHECK_DAYS = 6

type Running = {
  lease: string
  bytes: number | undefined
  stopping: AbortController
  finished: Promise<void>
  run: RunBackup
}

type RunBackup = (task: BackupTask, way: BackupWay) => Promise<BackupEnd>

/**
 * Makes and checks backups, one at a time across all processes. Each runs in a separate process; a round only renews
 * the lease. None are made while the database is fenced: they would displace those that it was restored from.
 */
export function backupsJob(ctx: Context, run: RunBackup = runBackupProcess): Loop {
  let running: Running | undefined
  const loop = startLoop({
    ctx,
    name: 'backups',
    everyMs: EVERY_MS,
    wakeOn: ['backup', 'settings'],
    async work() {
      if (running !== undefined) {
        if (!(await beat(ctx.db, running))) running.stopping.abort()
        return BEAT_MS
      }
      await endDead(ctx)
      const plan = await readBackupPlan(ctx)
      if (plan !== undefined) await queuePlanned(ctx, plan)
      running = await startNext(ctx, plan, {
        run,
        onEnd() {
          running = undefined
          loop.wake()
        },
      })
      return running === undefined ? false : BEAT_MS
    },
  })
  return {
    wake: loop.wake,
    async stop() {
      running?.stopping.abort()
      await loop.stop()
      running?.stopping.abort()
      await running?.finished
    },
  }
}

/** Cleans up after a process that died. Its remains in a location that the settings no longer name stay there. */
async function endDead(ctx: Context): Promise<void> {
  await forgetRestored(ctx.db)
  const lease = randomUUID()
  const row = await takeDead(ctx.db, lease)
  if (row === undefined) return
  ctx.log.warn({ backup: row.id, name: row.name }, 'the process that worked on a backup has died')
  const fault: Fault = { code: 'job_killed', details: {} }
  if (row.state === 'done') {
    if (await requeueCheck(ctx.db, { lease, fault })) return
    return noteVerdict(ctx.db, { lease, verdict: 'unknown', fault })
  }
  const plan = await readBackupPlan(ctx)
  const place = plan && placeOf(ctx.config, plan)
  if (place !== undefined && place.place === row.place && row.name !== null) {
    // It gets its name once complete, so only the record is missing.
    const bytes = await findSize(place, row.name)
    if (bytes !== undefined && (await noteDone(ctx.db, { lease, bytes }))) return
  }
  await removeLeft(ctx, place, row)
  await noteFailed(ctx.db, { lease, fault })
}

async function removeLeft(
  ctx: Context,
  place: BackupPlace | undefined,
  { name, place: named, upload }: Pick<BackupRow, 'name' | 'place' | 'upload'>,
): Promise<void> {
  if (name === null || place === undefined || place.place !== named) return
  await removePart(place, { name, upload }).catch((error: unknown) => {
    ctx.log.warn({ name, error: String(error) }, 'an interrupted backup could not be removed')
  })
}

/** Queues the planned backup if there is none since its time. After three failures it waits for the next time. */
async function queuePlanned(ctx: Context, plan: BackupPlan): Promise<void> {
  const { last } = findPlannedMoments(plan, ctx.clock())
  const { isDone, failures, last_failed_at: lastFailedAt } = await readSince(ctx.db, last)
  if (isDone || failures >= FAILURES_MAX) return
  if (lastFailedAt !== null && ctx.clock().getTime() - lastFailedAt.getTime() < RETRY_MS) return
  await queueBackup(ctx.db, 'planned')
}

async function startNext(
  ctx: Context,
  plan: BackupPlan | undefined,
  { run, onEnd }: { run: RunBackup; onEnd: () => void },
): Promise<Running | undefined> {
  const lease = randomUUID()
  const row = await claimBackup(ctx.db, lease)
  if (row === undefined) return undefined
  const running: Running = {
    lease,
    bytes: undefined,
    stopping: new AbortController(),
    finished: Promise.resolve(),
    run,
  }
  const place = plan && placeOf(ctx.config, plan)
  const work =
    row.work === 'write' ? write(ctx, running, { plan, place }) : check(ctx, running, { row, plan, place })
  running.finished = work
    // Its lease expires, and another process or round records it.
    .catch((error: unknown) =>
      ctx.log.error({ err: error, backup: row.id }, 'a backup could not be recorded'),
    )
    .finally(onEnd)
  return running
}

type At = { plan: BackupPlan | undefined; place: BackupPlace | undefined }

async function write(ctx: Context, running: Running, { plan, place }: At): Promise<void> {
  const { lease } = running
  if (plan === undefined || place === undefined)
    return noteFailed(ctx.db, { lease, fault: { code: 'folder_missing', details: {} } })
  const { passphrase } = plan
  const isSealed = passphrase !== undefined
  const name = nameBackup(ctx.clock(), isSealed)
  await noteStarted(ctx.db, lease, { store: place.store, place: place.place, name, isSealed })
  running.bytes = 0
  let upload: string | null = null
  const end = await runOwned(ctx, running, {
    task: { work: 'write', place, name, passphrase, ...(await findEarlier(ctx, place)) },
    onUpload: (id) => (upload = id),
  })
  if (end.is === 'written' && (await noteDone(ctx.db, { lease, bytes: end.bytes, fault: lacks(end) }))) {
    await removeSurplus(ctx, place, plan.keep)
    if (plan.checks_weekly) await queueWeeklyCheck(ctx.db, CHECK_DAYS)
    return
  }
  await removeLeft(ctx, place, { name, place: place.place, upload })
  if (end.is === 'failed') await noteFailed(ctx.db, { lease, fault: end.fault })
}

/** The backups that the location must have, and the size of the newest. */
async function findEarlier(
  ctx: Context,
  { place }: BackupPlace,
): Promise<{ present: string[]; bytes: number }> {
  const present = await listPresent(ctx.db, place)
  return { present: present.map(({ name }) => name), bytes: present[0]?.bytes ?? 0 }
}

function lacks({ missingFiles: files }: { missingFiles: number }): Fault | undefined {
  return files === 0 ? undefined : { code: 'backup_lacks_files', details: { files } }
}

type WriteTask = Extract<BackupTask, { work: 'write' }>
type CheckTask = Extract<BackupTask, { work: 'check' }>
type Owned = Omit<WriteTask, 'ownerUrl' | 'files'> | CheckTask

async function runOwned(
  ctx: Context,
  running: Running,
  { task, onUpload }: { task: Owned; onUpload?: (id: string) => void },
): Promise<BackupEnd> {
  const { databaseOwnerUrl: ownerUrl } = ctx.config
  if (ownerUrl === undefined) throw new Error('there is no address of the database')
  const whole: BackupTask =
    task.work === 'check' ? task : { ...task, ownerUrl, files: await findFileStores(ctx) }
  const end = await running.run(whole, {
    networks: ctx.config.allowedNetworks,
    signal: running.stopping.signal,
    onReport(report) {
      if (report.is === 'progress') running.bytes = report.bytes
      if (report.is !== 'upload') return
      onUpload?.(report.id)
      void noteUpload(ctx.db, running.lease, report.id).catch(() => undefined)
    },
  })
  if (end.is === 'failed' && end.fault.code !== 'stopped')
    ctx.log.warn(
      { name: task.name, reason: describeFault(end.fault), error: end.error },
      `a backup failed: ${task.work}`,
    )
  return end
}

/** The oldest comes last, so that a failure leaves the newer ones for the next time. */
async function removeSurplus(ctx: Context, place: BackupPlace, keep: number): Promise<void> {
  for (const { id, name } of await listSurplus(ctx.db, { place: place.place, keep })) {
    try {
      await removeBackup(place, name)
      await noteRemoved(ctx.db, id)
    } catch (error) {
      ctx.log.warn({ name, error: String(error) }, 'an old backup could not be removed')
    }
  }
}

/** Faults of the backup itself; other faults say nothing about it. */
const faultsOfBackup: readonly Fault['code'][] = ['backup_damaged', 'backup_unfit', 'backup_gone']

async function check(
  ctx: Context,
  running: Running,
  { row, plan, place }: At & { row: BackupRow },
): Promise<void> {
  const { lease } = running
  await noteCheckStarted(ctx.db, lease)
  const end: BackupEnd =
    place === undefined || place.place !== row.place || row.name === null
      ? { is: 'failed', fault: { code: 'backup_gone', details: {} } }
      : await runOwned(ctx, running, {
          task: await toCheckTask(ctx, { place, name: row.name, passphrase: plan?.passphrase }),
        })
  const isCut = end.is === 'failed' && (end.fault.code === 'stopped' || end.fault.code === 'job_killed')
  if (isCut && (await requeueCheck(ctx.db, { lease, fault: end.fault }))) return
  await noteVerdict(ctx.db, { lease, ...judge(end, place?.place === row.place) })
}

/** The checked database takes about as much space as this one; an archive in a bucket is downloaded first. */
async function toCheckTask(
  ctx: Context,
  named: Pick<CheckTask, 'place' | 'name' | 'passphrase'>,
): Promise<CheckTask> {
  const { present, bytes } = await findEarlier(ctx, named.place)
  const fetched = named.place.store === 'bucket' ? bytes : 0
  return { work: 'check', ...named, present, bytes: (await readDatabaseSize(ctx.db)) + fetched }
}

function judge(end: BackupEnd, isInPlace: boolean): { verdict: BackupVerdictCode; fault: Fault | undefined } {
  if (end.is === 'checked') return { verdict: end.findings > 0 ? 'findings' : 'good', fault: undefined }
  if (end.is !== 'failed') throw new Error('a check has written a backup')
  const isKnown = isInPlace && faultsOfBackup.includes(end.fault.code)
  return { verdict: isKnown ? 'damaged' : 'unknown', fault: end.fault }
}
