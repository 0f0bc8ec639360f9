import { announcementsJobs } from '#server/announcements/announcements-jobs.ts'
import { authJobs } from '#server/auth/auth-jobs.ts'
import { contactJobs } from '#server/contact/contact-jobs.ts'
import { erasureJobs } from '#server/erasure/erasure-jobs.ts'
import { favouritesJobs } from '#server/favourites/favourites-jobs.ts'
import { healthJobs } from '#server/health/health-jobs.ts'
import { importsJobs } from '#server/imports/imports-jobs.ts'
import { mailsJobs } from '#server/mails/mails-jobs.ts'
import { notificationsJobs } from '#server/notifications/notifications-jobs.ts'
import { ordersJobs } from '#server/orders/orders-jobs.ts'
import { paymentsJobs } from '#server/payments/payments-jobs.ts'
import { providersJobs } from '#server/providers/providers-jobs.ts'
import { reportsJobs } from '#server/reports/reports-jobs.ts'
import { ticketsJobs } from '#server/tickets/tickets-jobs.ts'

import type { Context } from './context.ts'

/** Works the queues: sending, status checks, deposits, daily figures, cleaning. Any number of processes may. */
export function startWorker(ctx: Context): { stop(): Promise<void> } {
  const loops = [
    authJobs,
    providersJobs,
    importsJobs,
    ordersJobs,
    paymentsJobs,
    notificationsJobs,
    mailsJobs,
    ticketsJobs,
    contactJobs,
    announcementsJobs,
    favouritesJobs,
    reportsJobs,
    erasureJobs,
    healthJobs,
  ].flatMap((jobs) => jobs(ctx))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
