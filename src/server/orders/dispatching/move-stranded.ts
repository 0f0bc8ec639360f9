import type { Context } from '#server/context.ts'

import { listUnsold } from './dispatching-queries.ts'
import { listStranded, moveOn, type Stranded } from './stranded-queries.ts'

const BATCH = 500
/** An order whose service has no provider is looked at this often. */
const NO_SUPPLY_SECONDS = 60

/** Orders from whose place nothing is sent go to the next supply that may have them. Answers whether there may be more. */
export async function moveStranded(ctx: Context): Promise<boolean> {
  const stranded = await listStranded(ctx.db, BATCH)
  await move(ctx, stranded)
  return stranded.length === BATCH
}

/** The same for a provider's due ones whose supply was taken off, which nobody claims. */
export async function moveUnsold(
  ctx: Context,
  part: { providerId: number; after: Date | undefined },
): Promise<void> {
  await move(ctx, await listUnsold(ctx.db, { ...part, limit: BATCH }))
}

async function move(ctx: Context, stranded: readonly Stranded[]): Promise<void> {
  if (stranded.length === 0) return
  for (const providerId of await moveOn(ctx.db, stranded, NO_SUPPLY_SECONDS))
    ctx.news.tell({ topic: 'dispatch', providerId })
}
