import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { sendAnnouncements } from './send-announcements.ts'

/** Any number of processes may run it: an announcement is one's at a time. */
export function announcementsJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'announcements',
      everyMs: 30_000,
      wakeOn: ['announcement'],
      work: () => sendAnnouncements(ctx),
    }),
  ]
}
