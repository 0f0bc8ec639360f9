import type { FastifyInstance } from 'fastify'

import { listFailedJobs, retryFailedJob } from '#contract/operations/job-failures.ts'
import { getAttention } from '#contract/operations/attention.ts'
import { getFirstSteps, getOverview } from '#contract/operations/overview.ts'
import { deleteUser as endpoint } from '#contract/users/admin-users.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/lib/http/mount.ts'

import { listFailed, retryJob } from './failed-jobs/job-failures.ts'
import { readAttention } from './health/read-attention.ts'
import { readFirstSteps } from './health/read-first-steps.ts'
import { readOverview } from './health/read-overview.ts'
import { deleteUser } from './user-deletion/delete-user.ts'

/** For staff. `healthRoutes` are apart, since workers have them too. */
export function operationsRoutes(app: FastifyInstance, ctx: Context): void {
  mount(app, ctx, getOverview, async () => ({ success: true, ...(await readOverview(ctx)) }))
  mount(app, ctx, getAttention, async ({ caller }) => ({
    success: true,
    ...(await readAttention(ctx, caller)),
  }))
  mount(app, ctx, getFirstSteps, async () => ({ success: true, ...(await readFirstSteps(ctx)) }))

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
