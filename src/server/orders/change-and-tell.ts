import type { Transaction } from 'kysely'

import type { Context } from '#server/context.ts'
import type { NewsItem } from '#server/database/news.ts'
import type { DB } from '#server/database/tables.ts'

export type Tx = Transaction<DB>
export type Tell = (item: NewsItem) => void

/** One tx, and its news only after the commit: whoever hears them finds what they speak of. */
export async function changeAndTell<Result>(
  ctx: Context,
  change: (tx: Tx, tell: Tell) => Promise<Result>,
): Promise<Result> {
  const items: NewsItem[] = []
  const result = await ctx.db.transaction().execute((tx) => change(tx, (item) => void items.push(item)))
  for (const item of items) ctx.news.tell(item)
  return result
}
