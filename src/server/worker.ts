import { usersJobs } from '#server/modules/users/users-jobs.ts'
import { supportJobs } from '#server/modules/support/support-jobs.ts'
import { catalogueJobs } from '#server/modules/catalogue/catalogue-jobs.ts'
import { operationsJobs } from '#server/modules/operations/operations-jobs.ts'
import { messagingJobs } from '#server/modules/messaging/messaging-jobs.ts'
import { ordersJobs } from '#server/modules/orders/orders-jobs.ts'
import { paymentsJobs } from '#server/modules/payments/payments-jobs.ts'
import { providersJobs } from '#server/modules/providers/providers-jobs.ts'
import { reportsJobs } from '#server/modules/reports/reports-jobs.ts'

import type { Context } from './context.ts'

/** Starts all background jobs. Any number of processes may run them. */
export function startWorker(ctx: Context): { stop(): Promise<void> } {
  const loops = [
    usersJobs,
    providersJobs,
    catalogueJobs,
    ordersJobs,
    paymentsJobs,
    messagingJobs,
    supportJobs,
    reportsJobs,
    operationsJobs,
  ].flatMap((jobs) => jobs(ctx))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
