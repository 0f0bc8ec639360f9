import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/jobs/loop.ts'

import { deleteOldMails } from './mails-queries.ts'
import { writeOrderLetters } from './write-order-letters.ts'
import { sendMails } from './send-mails.ts'

const DAY_MS = 86_400_000
/** Long enough to look into a complaint. */
const KEPT_DAYS = 90
const ROWS_PER_STATEMENT = 2_000

/** Any number of processes may run these: letters are claimed, and a claim runs out. */
export function mailsJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'mails',
      everyMs: 5_000,
      wakeOn: ['mail'],
      work: (signal) => sendMails(ctx, signal),
    }),
    startLoop({
      ctx,
      name: 'order letters',
      everyMs: 60_000,
      work: () => writeOrderLetters(ctx),
    }),
    startLoop({
      ctx,
      name: 'mails cleaning',
      everyMs: 3_600_000,
      work: async () => {
        const before = new Date(ctx.clock().getTime() - KEPT_DAYS * DAY_MS)
        return (await deleteOldMails(ctx.db, { before, count: ROWS_PER_STATEMENT })) === ROWS_PER_STATEMENT
      },
    }),
  ]
}
