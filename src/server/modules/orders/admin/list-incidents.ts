import { type Kysely, sql } from 'kysely'

import { money } from '#contract/base/money.ts'
import { DECIDED_MAX, type Incident } from '#contract/orders/order-incidents.ts'
import { isOrderReviewCode } from '#contract/orders/order-review.ts'
import type { Context } from '#server/context.ts'
import { readStoredFault } from '#server/lib/queue/stored-fault.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { toTeachable } from '#server/modules/orders/sentences/teach-sentence.ts'

/** Orders in review by incident (`state/incidents.ts`): what an outage left unknown, to be decided together. */
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
  const { rows } = await sql<IncidentRow>`
select incidents.id, provider_id, providers.name, review_code, fault, sentence, began_at, ended_at, orders, cost::text,
  price::text, array(select order_id from dispatch_queue where incident_id = incidents.id
    order by order_id limit ${sql.lit(DECIDED_MAX)}) as order_ids
from incidents join providers on providers.id = provider_id
order by ended_at desc, began_at desc, incidents.id desc
limit ${INCIDENTS_MAX}`.execute(db)
  return rows
}
