import type { Context } from '#server/context.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

import { pollOnce } from './ask-once.ts'
import { requestPoll } from './polling-queries.ts'

/** Has this process ask about it now, whoever has the provider's turn, and waits for the answer. */
export async function pollOrderHere(ctx: Context, key: OrderKey): Promise<void> {
  const providerId = await requestPoll(ctx.db, { ...key, ageSeconds: 0 })
  if (providerId !== undefined) await pollOnce(ctx, providerId)
}
