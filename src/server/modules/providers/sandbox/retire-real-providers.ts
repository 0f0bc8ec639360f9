import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { findReal } from '#server/modules/audit-log/mode/refuse-real.ts'

import { listUrlsThatAreOn, switchOffAt } from './sandbox-provider-queries.ts'

/** Switches off what would be bought at with play money: a database that was settled as such may have had them on. */
export async function retireRealProviders(ctx: Context): Promise<void> {
  const urls = await findReal(ctx.db, await listUrlsThatAreOn(ctx.db))
  if (urls.length === 0) return
  await transact(ctx, async (tx, publish) => {
    await switchOffAt(tx, urls)
    publish({ topic: 'catalogue' })
  })
}
