import type { Context } from '#server/context.ts'
import { type Loop, startLoop } from '#server/lib/queue/loop.ts'

import { deleteOldMessages } from './contact-queries.ts'
import { sortMessages } from './sort-messages.ts'

const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 2_000

export function contactJobs(ctx: Context): Loop[] {
  return [
    startLoop({
      ctx,
      name: 'contact messages',
      everyMs: 10_000,
      wakeOn: ['contact'],
      work: () => sortMessages(ctx),
    }),
    startLoop({
      ctx,
      name: 'contact cleaning',
      everyMs: 3_600_000,
      work: () => cleanMessages(ctx),
    }),
  ]
}

/** Those that were answered, for as long as letters are kept. Answers true when there may be more. */
export async function cleanMessages({ db, clock, settings }: Context): Promise<boolean> {
  const { letters_days: days } = (await settings.read()).retention
  const before = new Date(clock().getTime() - days * DAY_MS)
  return (await deleteOldMessages(db, { before, count: ROWS_PER_STATEMENT })) === ROWS_PER_STATEMENT
}
