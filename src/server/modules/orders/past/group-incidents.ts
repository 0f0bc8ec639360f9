import { causeOfAttempt, entriesWithAttempts, PAUSE_MINUTES } from '#server/modules/orders/state/incidents.ts'

/** SQL: groups existing orders in review into incidents, with the same result as `joinIncident` for one after the other. */
export const groupIncidents = `
with waiting as (
  select entry.user_id, entry.order_id, orders.price, review_code, tried.provider_id, cost, refusal_text, started_at, fault,
    ${causeOfAttempt} as cause
  from ${entriesWithAttempts}
  where orders.dispatch = 'review' and entry.token is not null and entry.lease_until is null and incident_id is null
), parted as (
  select *, case when started_at - lag(started_at) over alike <= make_interval(mins => ${PAUSE_MINUTES}) then 0
    else 1 end as begins
  from waiting window alike as (partition by provider_id, review_code, cause order by started_at, order_id)
), numbered as materialized (
  select *, sum(begins) over (partition by provider_id, review_code, cause order by started_at, order_id) as place
  from parted
), opened as (
  insert into incidents (provider_id, review_code, cause, fault, sentence, began_at, ended_at, orders, cost, price)
  select provider_id, review_code, cause, (array_agg(fault order by started_at, order_id))[1],
    case when min(refusal_text) = max(refusal_text) and count(refusal_text) = count(*) then min(refusal_text) end,
    min(started_at), max(started_at), count(*), sum(cost), sum(price)
  from numbered group by provider_id, review_code, cause, place order by min(started_at)
  returning id, provider_id, review_code, cause, began_at, ended_at
)
update dispatch_queue entry set incident_id = opened.id
from numbered join opened using (provider_id, review_code, cause)
where numbered.started_at between began_at and ended_at
  and entry.user_id = numbered.user_id and entry.order_id = numbered.order_id`
