import * as z from 'zod/mini'

import { endpoint } from '#contract/base/endpoint.ts'
import { sentFault } from '#contract/base/codes.ts'
import { time, writtenTime } from '#contract/base/fields.ts'
import { cursorPaging, nextCursor } from '#contract/base/paging.ts'

/** What a job works on. Emails have a list of their own (`messaging/failed-emails.ts`). */
export const jobKinds = [
  'announcements',
  'contact_messages',
  'deposits',
  'favourite_updates',
  'gateway_events',
  'imports',
  'observed_charges',
  'reset_requests',
  'user_deletions',
] as const
export type JobKind = (typeof jobKinds)[number]

const failedJob = z.object({
  id: z.string(),
  job: z.enum(jobKinds),
  /** The id of its row, such as the import's; several key columns are joined by hyphens. */
  item: z.string(),
  created_at: time,
  failed_at: time,
  tries: z.int(),
  reason: z.nullable(sentFault),
})
export type FailedJob = z.output<typeof failedJob>

const staff = { access: 'admin', needs: 'settings' } as const

export const listFailedJobs = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/admin/jobs/failed',
  summary: 'Jobs that failed after all tries and wait for staff, the latest first',
  query: z.strictObject(cursorPaging),
  answer: {
    status: 200,
    schema: z.object({ success: z.literal(true), jobs: z.array(failedJob), next_cursor: nextCursor }),
  },
  errors: [],
})

/** `failed_at` as listed: of two requests for the same failure only the first counts. */
export const retryFailedJob = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/admin/jobs/failed/:id/retry',
  summary: 'Queues a failed job again, with all its tries',
  params: z.object({ id: z.string().check(z.regex(/^[a-z_]{1,40}-\d[\d-]{0,60}$/)) }),
  body: z.strictObject({ failed_at: writtenTime }),
  answer: { status: 200, schema: z.object({ success: z.literal(true) }) },
  errors: ['not_found', 'state_conflict'],
})
