import { AppError } from '#contract/base/errors.ts'
import { type FailedJob, type JobKind, jobKinds } from '#contract/operations/job-failures.ts'
import type { Context } from '#server/context.ts'
import type { FailedPosition } from '#server/lib/queue/queue.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { type By, transactAsStaff } from '#server/modules/audit-log/transact-as-staff.ts'

import { jobQueues } from './queues.ts'

/** Failed jobs of all queues, latest first, and the cursor of the next page. */
export async function listFailed(
  ctx: Pick<Context, 'db'>,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ jobs: FailedJob[]; nextCursor: string | null }> {
  const page = { before: readCursor(cursor), count: limit + 1 }
  const lists = await Promise.all(
    jobKinds.map(async (job) =>
      (await jobQueues[job].listFailed(ctx, page)).map(({ id: item, fault, ...row }) => ({
        ...row,
        id: `${job}-${item}`,
        job,
        item,
        reason: readStoredFault(fault),
      })),
    ),
  )
  const found = lists.flat().toSorted(byLatest)
  const jobs = found.slice(0, limit)
  const last = found.length > limit ? jobs.at(-1) : undefined
  return { jobs, nextCursor: last === undefined ? null : `${last.failed_at.getTime()}-${last.id}` }
}

/** The queues' own order: time, table and id, descending. */
function byLatest(one: FailedJob, other: FailedJob): number {
  const later = other.failed_at.getTime() - one.failed_at.getTime()
  if (later !== 0) return later
  if (one.job !== other.job) return one.job < other.job ? 1 : -1
  return one.item < other.item ? 1 : -1
}

function readCursor(cursor: string | undefined): FailedPosition | undefined {
  if (cursor === undefined) return undefined
  const [, at, table, id] = /^(\d{1,14})-([a-z_]{1,40})-(\d[\d-]{0,60})$/.exec(cursor) ?? []
  if (at === undefined || table === undefined || id === undefined)
    throw new AppError('invalid_parameter', { reason: 'parameter', parameter: 'cursor' })
  return { failedAt: new Date(Number(at)), table, id }
}

/** Queues a failed job again, with an audit log entry. `failedAt` is the failure that the caller saw. */
export async function retryJob(
  ctx: Context,
  by: By,
  { id, failedAt }: { id: string; failedAt: Date },
): Promise<void> {
  const [, kind = '', item = ''] = /^([a-z_]+)-(.*)$/.exec(id) ?? []
  if (!isJobKind(kind)) throw new AppError('not_found')
  await transactAsStaff(ctx, by, async (tx, publish, record) => {
    const isQueued = await jobQueues[kind].requeue(tx, { id: item, failedAt, now: ctx.clock() })
    if (!isQueued) throw new AppError('state_conflict', { reason: 'not_failed' })
    record({ action: 'job.retry', id: null, after: { job: kind, item } })
    const topic = jobQueues[kind].wakeOn
    if (topic !== undefined) publish({ topic })
  })
}

function isJobKind(kind: string): kind is JobKind {
  return jobKinds.some((one) => one === kind)
}
