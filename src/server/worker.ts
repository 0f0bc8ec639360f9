import { attachmentsJobs } from '#server/modules/attachments/attachments-jobs.ts'
import { usersJobs, usersRetention } from '#server/modules/users/users-jobs.ts'
import { supportJobs, supportRetention } from '#server/modules/support/support-jobs.ts'
import { catalogueJobs, catalogueRetention } from '#server/modules/catalogue/catalogue-jobs.ts'
import { operationsJobs, operationsRetention } from '#server/modules/operations/operations-jobs.ts'
import { messagingJobs, messagingRetention } from '#server/modules/messaging/messaging-jobs.ts'
import { ordersJobs, ordersRetention } from '#server/modules/orders/orders-jobs.ts'
import { paymentsJobs, paymentsRetention } from '#server/modules/payments/payments-jobs.ts'
import { resellerRetention } from '#server/modules/reseller/test-shop.ts'
import { providersJobs, providersRetention } from '#server/modules/providers/providers-jobs.ts'
import { reportsJobs, reportsRetention } from '#server/modules/reports/reports-jobs.ts'

import { type Loop, startLoop } from '#server/lib/queue/loop.ts'
import { deleteOldRows, type RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'

import type { Context } from './context.ts'

export const retentionPolicies: readonly RetentionPolicy[] = [
  ...usersRetention,
  ...providersRetention,
  ...catalogueRetention,
  ...ordersRetention,
  ...resellerRetention,
  ...paymentsRetention,
  ...messagingRetention,
  ...supportRetention,
  ...reportsRetention,
  ...operationsRetention,
]

/** Starts all background jobs. Any number of processes may run them. */
export function startWorker(ctx: Context): { stop(): Promise<void> } {
  const loops = [
    attachmentsJobs,
    usersJobs,
    providersJobs,
    catalogueJobs,
    ordersJobs,
    paymentsJobs,
    messagingJobs,
    supportJobs,
    reportsJobs,
    operationsJobs,
    retentionJobs,
  ].flatMap((jobs) => jobs(ctx))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

function retentionJobs(ctx: Context): Loop[] {
  const work = (signal: AbortSignal) => deleteOldRows(ctx, retentionPolicies, signal)
  return [startLoop({ ctx, name: 'retention', everyMs: 10 * 60_000, work })]
}
