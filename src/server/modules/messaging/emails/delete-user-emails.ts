import type { Context } from '#server/context.ts'

import { deleteSomeMails } from './emails-queries.ts'

/** Letters to a user that wait to be sent: nobody gets them any more. */
export { deleteWaitingMails as forgetWaitingMails } from './emails-queries.ts'

const BATCH_MAX = 5_000

/** Those that are done with, a batch at a time. Once more goes on. */
export async function forgetSentMails(
  { db }: Pick<Context, 'db'>,
  { userId, afterEach }: { userId: number; afterEach: () => Promise<unknown> },
): Promise<void> {
  while ((await deleteSomeMails(db, { userId, count: BATCH_MAX })) > 0) await afterEach()
}
