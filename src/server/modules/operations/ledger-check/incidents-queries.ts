import { causeOfAttempt, entriesWithAttempts } from '#server/modules/orders/state/incidents.ts'

import type { Invariant } from './invariants-queries.ts'

/** Complete in recent checks too: they start from the queue, and every order in review is recent. */
export const incidentsInvariants: readonly Invariant[] = [
  {
    id: 'I7.5',
    says: 'an order in review that was sent is in the incident of its provider and cause, and no other order is in one',
    sql: `select entry.user_id, entry.order_id from ${entriesWithAttempts}
      left join incidents on incidents.id = entry.incident_id
      where (orders.dispatch = 'review' and entry.token is not null and entry.lease_until is null and incidents.id is null)
        or (incidents.id is not null and (orders.dispatch <> 'review' or incidents.provider_id <> tried.provider_id
          or incidents.review_code <> orders.review_code or incidents.cause <> ${causeOfAttempt}
          or tried.started_at < began_at or tried.started_at > ended_at))`,
  },
  {
    id: 'I7.6',
    says: 'an incident counts and sums its orders, and has at least one',
    sql: `select incidents.provider_id, incidents.id from incidents
      left join (
        select incident_id, count(*) as orders, sum(orders.price) as price, sum(cost) as cost
        from ${entriesWithAttempts} where incident_id is not null group by incident_id
      ) counted on counted.incident_id = incidents.id
      where counted.incident_id is null or incidents.orders <> counted.orders or incidents.price <> counted.price
        or incidents.cost <> counted.cost`,
  },
]
