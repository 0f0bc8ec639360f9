import { setTimeout as sleep } from 'node:timers/promises'

import type { Query } from '#torture/run/open-database.ts'

/** An item whose next time is long past or was never set; `place` is its queue. */
export type Overdue = { place: string; what: string }
export type Waiting = {
  /** In a queue from which nothing leaves. */
  stuck: string[]
  /** In a queue that still moves: a loaded machine is behind and catches up. */
  backlog: string[]
}

/** A queue that nothing leaves for this long is stuck: longer than a hanging `add` can delay a paced sender. */
const STILL_MS = 65_000
const WATCH_MS_MAX = 240_000
const LOOK_MS = 1_000
/** The queue of items without a next time: waiting doesn't help them. */
const NEVER = 'never'
/** Failed jobs, which need a person: no fault in the run is severe enough for that. */
const failed = ['deposits', 'gateway_events', 'imports', 'observed_charges', 'favourite_updates'].map(
  (table) =>
    `select '${NEVER}', 'a job of ${table} has failed: ' || coalesce(fault::text, 'without a reason') from ${table} where failed_at is not null`,
)

/** Distinguishes stuck items from a long queue by watching whether the queue moves. */
export async function findStuck(
  look: () => Promise<Overdue[]>,
  { stillMs = STILL_MS, watchMsMax = WATCH_MS_MAX, lookMs = LOOK_MS } = {},
): Promise<Waiting> {
  const begun = performance.now()
  const seen = new Map<string, { whats: ReadonlySet<string>; movedAt: number }>()
  for (;;) {
    const now = performance.now()
    const places = Map.groupBy(await look(), ({ place }) => place)
    for (const [place, entries] of places) {
      const whats = new Set(entries.map(({ what }) => what))
      const known = seen.get(place)
      const hasMoved = known === undefined || !known.whats.isSubsetOf(whats)
      seen.set(place, { whats, movedAt: hasMoved ? now : known.movedAt })
    }
    const stands = (place: string) => place === NEVER || now - (seen.get(place)?.movedAt ?? now) >= stillMs
    const moving = [...places.keys()].filter((place) => !stands(place))
    if (moving.length === 0 || now - begun >= watchMsMax) {
      const listOf = (wanted: boolean) =>
        [...places]
          .filter(([place]) => stands(place) === wanted)
          .flatMap(([, entries]) => entries.map(({ what }) => what))
      return { stuck: listOf(true), backlog: listOf(false) }
    }
    await sleep(lookMs)
  }
}

export function listOverdue(query: Query): Promise<Overdue[]> {
  return query<Overdue>(overdue)
}

/** An open deposit is polled at least every 5 minutes; one by transfer waits for days. */
const AHEAD_MINUTES = 7
/** Due times older than this are overdue. */
const OVERDUE_SECONDS = 60

/** Every waiting item must have a next time; orders at a paused provider wait for the end of the pause. */
const overdue = `
with late as (select now() - interval '${OVERDUE_SECONDS} seconds' as past)
select case when place.order_id is null then '${NEVER}' else 'sent by ' || coalesce(slug, 'nobody') end as place,
  'order ' || orders.id || ' is ' || case when token is not null and dispatch = 'queued' then 'sending' else dispatch end
  || ' and was due at ' || coalesce(coalesce(lease_until, due_at)::text, 'no time') as what
from late, orders
left join dispatch_queue place on place.user_id = orders.user_id and place.order_id = orders.id
left join providers on providers.id = place.provider_id
where orders.status = 'PENDING' and dispatch in ('queued', 'unknown')
  and coalesce(coalesce(lease_until, due_at) < past, true)
  and not coalesce(token is null and (not is_enabled or not has_trusted_costs or sending_stopped_at is not null or sending_paused_until > past), false)
union all
select case when due_at is null then '${NEVER}' else 'asked of ' || slug end,
  'order ' || orders.id || ' is ' || status || ' at its provider and is asked about at ' || coalesce(due_at::text, 'no time')
from late cross join orders join providers on providers.id = orders.provider_id
left join poll_queue on poll_queue.user_id = orders.user_id and poll_queue.order_id = orders.id and kind = 'order'
where dispatch = 'accepted' and status in ('PENDING', 'PROCESSING')
  and coalesce(greatest(due_at, reading_paused_until) < past, true)
union all
select '${NEVER}', 'order ' || orders.id || ' is being refilled and nobody asks about it'
from orders
where status = 'REFILL' and not exists (
  select from refills where refills.user_id = orders.user_id and refills.order_id = orders.id
    and finished_at is null and exists (
      select from poll_queue where poll_queue.user_id = refills.user_id and poll_queue.order_id = refills.order_id
        and poll_queue.kind = 'refill' and poll_queue.number = refills.number))
union all
select case when due_at is null then '${NEVER}' else 'deposits' end, 'deposit ' || reference || ' is pending and is asked about at ' || coalesce(due_at::text, 'no time')
from deposits, late
where status = 'pending' and coalesce(due_at < past, true)
union all
select '${NEVER}', 'deposit ' || reference || ' is pending and is asked about as late as ' || due_at
from deposits where status = 'pending' and gateway not like 'manual-%' and due_at > now() + interval '${AHEAD_MINUTES} minutes'
union all
select case when due_at is null then '${NEVER}' else 'webhook' end, 'webhook ' || id || ' of the gateway waits since ' || coalesce(due_at::text, 'no time')
from gateway_events, late
where processed_at is null and coalesce(due_at < past, true)
union all
${failed.join('\nunion all\n')}`
