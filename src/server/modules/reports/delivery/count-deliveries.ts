import { DELIVERY_ORDERS_MAX } from '#contract/catalogue/delivery.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'
import type { Slice } from '#server/modules/reports/counting/count-slices.ts'

import { keepMeasured, listCompleted, listKept } from './delivery-queries.ts'
import { measureDelivery, type Run } from './measure-delivery.ts'

/** Adds what was completed in a slice to what is known of each service, once: in the tx that moves the progress over it. */
export async function countDeliveries(tx: Tx, slice: Slice): Promise<void> {
  const completed = Map.groupBy(await listCompleted(tx, slice), ({ service_id: id }) => id)
  if (completed.size === 0) return
  const kept = await listKept(tx, [...completed.keys()])
  await keepMeasured(
    tx,
    [...completed].map(([serviceId, more]) => {
      const runs = [...(kept.get(serviceId) ?? []), ...more.map(toRun)].slice(-DELIVERY_ORDERS_MAX)
      return { serviceId, runs, delivery: measureDelivery(runs) }
    }),
  )
}

function toRun({ quantity, begins, ends }: Run): Run {
  return { quantity, begins, ends }
}
