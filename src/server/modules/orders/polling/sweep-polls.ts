import { type Kysely, sql } from 'kysely'

import type { Context } from '#server/context.ts'
import { ASKING_SECONDS, UNKNOWN_SECONDS } from '#server/modules/orders/refills/request-refill.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

/** Customers per statement. */
const CUSTOMERS = 1000

/**
 * Adds missing polls: accepted orders that have not ended, open refills. There should be none, unless rows were changed
 * manually or there is a bug. Returns the number added.
 */
export async function sweepPolls(ctx: Context): Promise<number> {
  let found = await insertMissingRefills(ctx.db, {
    askingSeconds: ASKING_SECONDS,
    unknownSeconds: UNKNOWN_SECONDS,
  })
  for (let after: number | null = 0; after !== null && !ctx.stopping.aborted;) {
    const { last, inserted } = await insertMissingOrders(ctx.db, { after, customers: CUSTOMERS })
    found += inserted
    after = last
  }
  if (found > 0) ctx.log.warn({ polls: found }, 'missing status polls were queued again')
  return found
}

/** For the next customers above `after` with open orders. `last` is null if there are no more. */
async function insertMissingOrders(
  db: Kysely<DB>,
  { after, customers }: { after: number; customers: number },
): Promise<{ last: number | null; inserted: number }> {
  const { rows } = await sql<{ last: number | null; inserted: number }>`
with busy as materialized (
  select user_id from accounts where user_id > ${after} and (pending > 0 or processing > 0)
  order by user_id limit ${customers}
), put as (
  insert into poll_queue (user_id, order_id, kind, provider_id, provider_ref, due_at)
  select orders.user_id, orders.id, 'order', provider_id, provider_order, now()
  from busy join orders on orders.user_id = busy.user_id and orders.status in ('PENDING', 'PROCESSING')
  where dispatch = 'accepted' and provider_id is not null and not exists (
    select from poll_queue known
    where known.user_id = orders.user_id and known.order_id = orders.id and known.kind = 'order')
  on conflict do nothing
  returning 1
)
select (select max(user_id) from busy) as last, (select count(*)::int from put) as inserted`.execute(db)
  return rows[0] ?? { last: null, inserted: 0 }
}

/** Few refills are open at a time. One that is being requested or unknown gets its full time first. */
async function insertMissingRefills(
  db: Kysely<DB>,
  { askingSeconds, unknownSeconds }: { askingSeconds: number; unknownSeconds: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
insert into poll_queue (user_id, order_id, kind, number, provider_id, provider_ref, due_at, since)
select refills.user_id, order_id, 'refill', number, provider_id,
  case when state = 'pending' then provider_refill end,
  greatest(now(), refills.created_at + make_interval(secs => case when state = 'asking' then ${askingSeconds}::int
    when state = 'unknown' then ${unknownSeconds}::int else 0 end)), refills.created_at
from refills join orders on orders.user_id = refills.user_id and orders.id = refills.order_id
where state in ('asking', 'pending', 'unknown') and provider_id is not null and not exists (
  select from poll_queue known
  where known.user_id = refills.user_id and known.order_id = refills.order_id and known.kind = 'refill'
    and known.number = refills.number)
on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}
