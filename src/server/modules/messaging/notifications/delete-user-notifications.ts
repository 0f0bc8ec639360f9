import type { Context } from '#server/context.ts'

import { deleteSomeNotifications } from './notifications-queries.ts'

export { deletePreferences as forgetPreferences } from './preferences-queries.ts'

const BATCH_MAX = 5_000

/** What a user was told, a batch at a time. Once more goes on. */
export async function forgetNotifications(
  { db }: Pick<Context, 'db'>,
  { userId, afterEach }: { userId: number; afterEach: () => Promise<unknown> },
): Promise<void> {
  let last: bigint | undefined
  do {
    last = await deleteSomeNotifications(db, { userId, above: last ?? 0n, count: BATCH_MAX })
    await afterEach()
  } while (last !== undefined)
}
