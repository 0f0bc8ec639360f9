import type { JobKind } from '#contract/operations/job-failures.ts'
import type { Queue } from '#server/lib/queue/queue.ts'
import { favouriteUpdateQueue } from '#server/modules/catalogue/favourites/notify-customers.ts'
import { importQueue } from '#server/modules/catalogue/imports/work-import.ts'
import { announcementQueue } from '#server/modules/messaging/announcements/send-announcements.ts'
import { chargeQueue } from '#server/modules/orders/polling/read-charges.ts'
import { contactQueue } from '#server/modules/support/contact/sort-messages.ts'
import { depositQueue } from '#server/modules/payments/deposits/poll-deposit.ts'
import { gatewayEventQueue } from '#server/modules/payments/gateways/work-gateway-events.ts'
import { resetQueue } from '#server/modules/users/resets/request-reset.ts'

import { deletionQueue } from '#server/modules/operations/user-deletion/finish-user-deletion.ts'

/** Every queue except emails, whose failures have their own list. */
export const jobQueues: Readonly<Record<JobKind, Queue>> = {
  announcements: announcementQueue,
  contact_messages: contactQueue,
  deposits: depositQueue,
  favourite_updates: favouriteUpdateQueue,
  gateway_events: gatewayEventQueue,
  imports: importQueue,
  observed_charges: chargeQueue,
  reset_requests: resetQueue,
  user_deletions: deletionQueue,
}
