import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { deleteOldMails } from './emails-queries.ts'
import { writeOrderLetters } from './write-order-emails.ts'
import { sendMails } from './send-emails.ts'

const DAY_MS = 86_400_000
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
      work: () => cleanMails(ctx),
    }),
  ]
}

/** For as long as the operator says. Answers true when there may be more. */
export async function cleanMails({ db, clock, settings }: Context): Promise<boolean> {
  const { letters_days: days } = (await settings.read()).retention
  const before = new Date(clock().getTime() - days * DAY_MS)
  return (await deleteOldMails(db, { before, count: ROWS_PER_STATEMENT })) === ROWS_PER_STATEMENT
}
