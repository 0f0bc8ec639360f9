import { transact } from '#server/lib/postgres/transact.ts'

import { forgetCounted } from './counting-queries.ts'

/** Has the daily figures made anew from the ledger, from its beginning; reports say until when they are there again. */
export async function countAnew(ctx: Parameters<typeof transact>[0]): Promise<void> {
  await transact(ctx, forgetCounted)
}
