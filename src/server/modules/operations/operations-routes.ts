import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/base/errors.ts'
import { isOwner } from '#contract/base/permissions.ts'
import { listFailedJobs, retryFailedJob } from '#contract/operations/job-failures.ts'
import { checkBackup, listBackups as backupsEndpoint, makeBackup } from '#contract/operations/backups.ts'
import { getAttention } from '#contract/operations/attention.ts'
import { getFirstSteps, getOverview } from '#contract/operations/overview.ts'
import { getRestoration, resumeRestored as resumeEndpoint } from '#contract/operations/restoration.ts'
import { deleteUser as endpoint } from '#contract/users/admin-users.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { askForBackup, askForCheck } from './backups/automatic/ask-for-backup.ts'
import { listBackups } from './backups/automatic/list-backups.ts'
import { diagnosticsRoutes } from './diagnostics/diagnostics-routes.ts'
import { listFailed, retryJob } from './failed-jobs/job-failures.ts'
import { readAttention } from './health/read-attention.ts'
import { readFirstSteps } from './health/read-first-steps.ts'
import { readOverview } from './health/read-overview.ts'
import { planResume } from './restored/plan-resume.ts'
import { resumeRestored } from './restored/resume-restored.ts'
import { deleteUser } from './user-deletion/delete-user.ts'

/** For staff, and the probe for diagnostics. `healthRoutes` are separate, since workers serve them too. */
export function operationsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getOverview, async () => ({ success: true, ...(await readOverview(ctx)) }))
  mount(app, ctx, getAttention, async ({ caller }) => ({
    success: true,
    ...(await readAttention(ctx, caller)),
  }))
  mount(app, ctx, getFirstSteps, async () => ({ success: true, ...(await readFirstSteps(ctx)) }))

  diagnosticsRoutes(app, ctx)
  mount(app, ctx, getRestoration, async ({ caller }) => {
    return { success: true, restoration: isOwner(caller) ? await planResume(ctx) : null }
  })
  mount(app, ctx, resumeEndpoint, async ({ caller, by, body: { id } }) => {
    if (!isOwner(caller)) throw new AppError('insufficient_permissions')
    return { success: true, done: await resumeRestored(ctx, { id, by }) }
  })

  mount(app, ctx, backupsEndpoint, async ({ query: { cursor, limit } }) => ({
    success: true,
    ...(await listBackups(ctx, { cursor, limit })),
  }))
  mount(app, ctx, makeBackup, async ({ by }) => ({ success: true, backup_id: await askForBackup(ctx, by) }))
  mount(app, ctx, checkBackup, async ({ by, params: { id } }) => {
    await askForCheck(ctx, by, id)
    return { success: true }
  })

  mount(app, ctx, listFailedJobs, async ({ query: { cursor, limit } }) => {
    const { jobs, nextCursor } = await listFailed(ctx, { cursor, limit })
    return { success: true, jobs, next_cursor: nextCursor }
  })
  mount(app, ctx, retryFailedJob, async ({ by, params: { id }, body: { failed_at: failedAt } }) => {
    await retryJob(ctx, by, { id, failedAt })
    return { success: true }
  })

  mount(app, ctx, endpoint, async ({ by, caller, params, query }) => {
    const shown = { balance: query.expected_balance, openOrders: query.expected_open_orders }
    await deleteUser(ctx, { by, staff: caller, userId: params.id, shown })
    return { success: true }
  })
}
