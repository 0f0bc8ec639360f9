import type { Context } from '#server/context.ts'

import { storeIdsPerCall } from '#server/modules/providers/providers-queries.ts'

/** How many ids a provider takes in one call, as its answers have shown; for a day. */
export async function rememberPerCall(
  ctx: Context,
  providerId: number,
  { kind, perCall }: { kind: 'order' | 'refill'; perCall: number },
): Promise<void> {
  await storeIdsPerCall(
    ctx.db,
    providerId,
    kind === 'order' ? { orders_per_call: perCall } : { refills_per_call: perCall },
  )
  ctx.log.info({ provider: providerId, kind, perCall }, 'a provider takes fewer ids in a call')
}
