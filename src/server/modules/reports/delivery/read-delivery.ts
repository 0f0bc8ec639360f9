import type { Delivery } from '#contract/catalogue/delivery.ts'
import type { Context } from '#server/context.ts'

import { findDelivery } from './delivery-queries.ts'

/** What is known of how a service's orders are delivered; undefined below ten of them. */
export async function readDelivery({ db }: Context, serviceId: number): Promise<Delivery | undefined> {
  return findDelivery(db, serviceId)
}
