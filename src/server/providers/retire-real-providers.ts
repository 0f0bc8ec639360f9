import type { Context } from '#server/context.ts'
import { findReal } from '#server/world/refuse-real.ts'

import { listUrlsThatAreOn, switchOffAt } from './sandbox-provider-queries.ts'

/** Switches off what would be bought at with play money: a database that was settled as such may have had them on. */
export async function retireRealProviders({ db, news }: Context): Promise<void> {
  const urls = await findReal(db, await listUrlsThatAreOn(db))
  if (urls.length === 0) return
  await switchOffAt(db, urls)
  news.tell({ topic: 'catalogue' })
}
