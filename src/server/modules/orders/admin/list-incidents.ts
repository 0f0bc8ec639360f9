import { type Kysely, type RawBuilder, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import { DECIDED_MAX, type Incident } from '#contract/orders/order-incidents.ts'
import { isOrderReviewCode } from '#contract/orders/order-review.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import { clusterOf } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toTeachable } from '#server/modules/orders/sentences/teach-sentence.ts'

/** Orders in review by incident (`state/incidents.ts`): those that an outage left unknown, to be decided together. */
export async function listIncidents({ db }: Context): Promise<Incident[]> {
  return (await listIncidentRows(db)).flatMap(toIncident)
}

/** Empty for a review code that only a newer version knows, while both run during an upgrade. */
function toIncident({ provider_id, name, review_code: code, fault, ...row }: IncidentRow): Incident[] {
  if (!isOrderReviewCode(code)) return []
  return [
    {
      ...row,
      provider: { id: provider_id, name },
      review_code: code,
      reason: readStoredFault(fault),
      sentence: toTeachable(row.sentence),
      cost: money(BigInt(row.cost)),
      price: money(BigInt(row.price)),
      order_ids: row.order_ids.map(Number),
    },
  ]
}

const INCIDENTS_MAX = 200

type IncidentRow = {
  id: number
  provider_id: number
  name: string
  review_code: string
  fault: unknown
  sentence: string | null
  began_at: Date
  ended_at: Date
  orders: number
  cost: string
  price: string
  order_ids: bigint[]
}

/** Latest first. */
async function listIncidentRows(db: Kysely<DB>): Promise<IncidentRow[]> {
  const isCluster = clusterOf(db) !== undefined
  const orderIds = isCluster ? sql`'{}'::bigint[]` : sql`array(${ordersOf(sql`incidents.id`)})`
  const { rows } = await sql<IncidentRow>`
select incidents.id, provider_id, providers.name, review_code, fault, sentence, began_at, ended_at, orders, cost::text,
  price::text, ${orderIds} as order_ids
from incidents join providers on providers.id = provider_id
order by ended_at desc, began_at desc, incidents.id desc
limit ${INCIDENTS_MAX}`.execute(db)
  return isCluster ? withOrdersOfAllShards(db, rows) : rows
}

const ordersOf = (incidentId: RawBuilder<unknown>) =>
  sql<{ order_id: bigint }>`select order_id from dispatch_queue where incident_id = ${incidentId}
    order by order_id limit ${sql.lit(DECIDED_MAX)}`

/** On a cluster incidents are on the coordinator, which queries all shards for the orders of one incident after another. */
async function withOrdersOfAllShards(db: Kysely<DB>, rows: IncidentRow[]): Promise<IncidentRow[]> {
  const complete: IncidentRow[] = []
  for (const row of rows) {
    const { rows: orders } = await ordersOf(sql`${row.id}`).execute(db)
    complete.push({ ...row, order_ids: orders.map(({ order_id: id }) => id) })
  }
  return complete
}
