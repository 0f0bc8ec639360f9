import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { atMost, time } from '#contract/base/fields.ts'

const UUID_LENGTH = 36

/** A provider's balance when the archive was written and now, in its currency; null if unknown or unreadable. */
export const restoredBalance = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  before: z.nullable(z.string()),
  now: z.nullable(z.string()),
  difference: z.nullable(z.string()),
})

/** What resuming does, as counts. */
export const resumeCounts = z.object({
  /** Queued, being sent or in review when the archive was written: they go to review, since they may have been sent since. */
  orders: z.int(),
  /** Pending cancel and refill requests: their orders are flagged. */
  cancels: z.int(),
  refills: z.int(),
  /** Read from their gateways again. */
  deposits: z.int(),
  /** Queued at the time; listed as failed, so that staff can send them again. */
  emails: z.int(),
  announcements: z.int(),
  sessions: z.int(),
  /** One-time links: invitations, password resets, confirmations, the setup link. */
  links: z.int(),
  /** Deleted after the archive was written, and deleted again. */
  users: z.int(),
})
export type ResumeCounts = z.output<typeof resumeCounts>

export const restoration = z.object({
  id: z.uuid(),
  archive_id: z.string(),
  taken_at: time,
  restored_at: time,
  /** What is still to be done; part of it is done already if a resume was interrupted. */
  plan: resumeCounts,
  /** False: there is no complete list of users deleted since the archive. */
  has_deleted_users: z.boolean(),
  /** Gateways in use. `is_listed`: the gateway's own list shows payments made since; for others, staff check at the gateway. */
  gateways: z.array(z.object({ gateway: z.string(), is_listed: z.boolean() })),
  providers: z.array(restoredBalance),
})
export type Restoration = z.output<typeof restoration>

/** For other staff null. */
export const getRestoration = endpoint({
  method: 'GET',
  path: '/api/admin/restoration',
  access: 'admin',
  needs: 'any',
  summary:
    'For owners, while the database was restored and not resumed: what resuming will do. Otherwise null',
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), restoration: z.nullable(restoration) }),
  },
  errors: [],
})

/** Owners only. `id` is that of the restore shown, so that an outdated page can't resume another one. */
export const resumeRestored = endpoint({
  method: 'POST',
  path: '/api/admin/restoration/resume',
  access: 'admin',
  needs: 'any',
  summary:
    'For owners: resumes a restored database, after which orders are sent again. `id` is the restore that was shown',
  proof: 'always',
  whileFenced: 'works',
  body: z.strictObject({ id: z.string().check(atMost(UUID_LENGTH), z.uuid()) }),
  answer: { status: 200, schema: z.object({ success: z.literal(true), done: resumeCounts }) },
  errors: ['state_conflict'],
})
