import type { Context } from '#server/context.ts'
import { countUnclearRefusals, delayCustomer } from '#server/modules/orders/sentences/sentences-queries.ts'
import { backOffSending } from '#server/modules/providers/breakers/sending-breaker.ts'

import type { Attempt } from './claim-orders.ts'

const WITHIN_MINUTES = 10
/** So many customers were told the same sentence: it is the provider's trouble, not that of one order. */
const CUSTOMERS = 5
/** So many refusals of one customer's orders, or of those for one link: the rest of these waits. */
const OF_CUSTOMER = 5
const OF_LINK = 2

/**
 * A refusal in words that nobody knows. It leaves an order for review, so it is counted by customer and link: what one
 * customer orders holds up their own orders there and nobody else's. The same sentence to five customers backs off from
 * the provider, for everybody.
 */
export async function recordUnclearRefusal(
  ctx: Context,
  { provider_id: providerId, user_id: userId, link }: Attempt,
  { sentence, error }: { sentence: string; error: string },
): Promise<void> {
  const within = { providerId, minutes: WITHIN_MINUTES }
  const counted = await countUnclearRefusals(ctx.db, { ...within, sentence, userId, link })
  if (counted.of_customer >= OF_CUSTOMER) await delayCustomer(ctx.db, { ...within, userId })
  else if (counted.of_link >= OF_LINK) await delayCustomer(ctx.db, { ...within, userId, link })
  const { customers } = counted
  if (customers >= CUSTOMERS)
    await backOffSending(ctx, providerId, { code: 'said_to_many', details: { error, customers } })
}
