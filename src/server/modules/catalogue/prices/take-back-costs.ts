import type { Tx } from '#server/lib/postgres/transact.ts'

import { deleteLearned, forgetFirstCharge, type Learned, restoreCost } from './charge-queries.ts'
import { writeRates } from './repricing-queries.ts'
import { lockSupplies } from '#server/modules/catalogue/supplies/supply-queries.ts'

/**
 * Takes back what was learned from an order's charge, since it was another order's: the cost, the price that followed it,
 * and that its supply was charged as its rate says. What a list or a person has changed since stays. Answers the costs
 * that are what they were.
 */
export async function takeBackCosts(tx: Tx, orderId: bigint, now: Date): Promise<Learned[]> {
  await forgetFirstCharge(tx, orderId)
  const restored: Learned[] = []
  for (const learned of await deleteLearned(tx, orderId)) {
    await lockSupplies(tx, learned.provider_id)
    if (!(await restoreCost(tx, learned))) continue
    restored.push(learned)
    const { service_id: serviceId, rate_before: rate, rate_after: before } = learned
    if (rate !== before) await writeRates(tx, [{ serviceId, before, rate, isSold: true }], now)
  }
  return restored
}
