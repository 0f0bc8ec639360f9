import type { Context } from '#server/context.ts'
import { transact } from '#server/lib/postgres/transact.ts'
import { makeSliceCounter } from '#server/modules/reports/counting/count-slices.ts'

import { countDeliveries } from './count-deliveries.ts'
import { showMeasured } from './delivery-queries.ts'

/** Brings what is known of services' deliveries up from the timeline, and once an hour the catalogue with it. */
export function makeDeliveryCounter(ctx: Context): () => Promise<false | number> {
  const count = makeSliceCounter(ctx, { progress: 'delivery_progress', count: countDeliveries })
  return async () => {
    const rest = await count()
    if (rest === false) await showDeliveries(ctx)
    return rest
  }
}

/** At most once an hour, so that what readers keep of the catalogue does not change with every order. */
export async function showDeliveries(ctx: Context): Promise<void> {
  await transact(ctx, async (tx, publish) => {
    if (await showMeasured(tx)) publish({ topic: 'catalogue' })
  })
}
