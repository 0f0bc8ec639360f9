import type { Client } from 'pg'

import { DELIVERY_ORDERS_MAX } from '#contract/catalogue/delivery.ts'
import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import { measureDelivery, type Run } from './measure-delivery.ts'

/** The job's data about the last orders of each service, from a past that is written by time. */
export function makePastDeliveries(rows: CopyTables) {
  const services = new Map<number, { runs: Run[]; outcomes: boolean[] }>()
  return {
    /** `run`: for a completed order. */
    count(serviceId: number, run: Run | undefined): void {
      const own = services.get(serviceId) ?? { runs: [], outcomes: [] }
      services.set(serviceId, own)
      if (run !== undefined) keepLast(own.runs, run)
      keepLast(own.outcomes, run !== undefined)
    },
    copy(): void {
      for (const [id, { runs, outcomes }] of services) {
        rows.copyInto('service_outcomes', { service_id: id, outcomes: outcomes.slice(-DELIVERY_ORDERS_MAX) })
        if (runs.length > 0) copyDeliveryTimes(rows, id, runs.slice(-DELIVERY_ORDERS_MAX))
      }
    },
  }
}

export type PastDeliveries = ReturnType<typeof makePastDeliveries>

/** Trimmed rarely: removing the first element of an array moves all others. */
function keepLast<One>(all: One[], one: One): void {
  all.push(one)
  if (all.length > DELIVERY_ORDERS_MAX * 2) all.splice(0, DELIVERY_ORDERS_MAX)
}

function copyDeliveryTimes(rows: CopyTables, serviceId: number, runs: readonly Run[]): void {
  const delivery = measureDelivery(runs)
  rows.copyInto('delivery_times', {
    service_id: serviceId,
    quantities: runs.map(({ quantity }) => quantity),
    begins: runs.map(({ begins }) => begins ?? 0),
    ends: runs.map(({ ends }) => ends),
    delivery: delivery === undefined ? null : JSON.stringify(delivery),
    shown_seconds: delivery?.median_seconds ?? null,
    shown_orders: delivery?.orders ?? null,
  })
}

/** Called after the last row. */
export async function endPastDeliveries(client: Client, now: Date): Promise<void> {
  await client.query('update delivery_progress set counted_until = $1, shown_at = $1', [now])
}
