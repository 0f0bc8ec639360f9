import { sql, type Kysely } from 'kysely'

import type { Fault } from '#contract/base/faults.ts'
import type { Context } from '#server/context.ts'
import { backOffSending } from '#server/modules/providers/breakers/sending-breaker.ts'
import type { DB } from '#server/lib/postgres/tables.ts'

import type { Attempt } from './claim-orders.ts'

const WITHIN_MINUTES = 10
/** If at least this many customers get the same sentence, the provider is at fault. */
const CUSTOMERS = 5
/** After this many refusals for one customer, or for one link, the customer's other orders wait. */
const OF_CUSTOMER = 5
const OF_LINK = 2

/**
 * Records a refusal with an unknown text. It sends the order to review, so it is counted per customer and link: a
 * customer's refusals only delay that customer's orders there. The same sentence for five customers pauses sending to
 * the provider.
 */
export async function recordUnclearRefusal(
  ctx: Context,
  { provider_id: providerId, user_id: userId, link }: Attempt,
  { sentence, fault }: { sentence: string; fault: Fault },
): Promise<void> {
  const within = { providerId, minutes: WITHIN_MINUTES }
  const counted = await countUnclearRefusals(ctx.db, { ...within, sentence, userId, link })
  if (counted.of_customer >= OF_CUSTOMER) await delayCustomer(ctx.db, { ...within, userId })
  else if (counted.of_link >= OF_LINK) await delayCustomer(ctx.db, { ...within, userId, link })
  const { customers } = counted
  if (customers >= CUSTOMERS) {
    const error = fault.code === 'said' ? fault.details.error : '–'
    await backOffSending(ctx, providerId, { code: 'said_to_many', details: { error, customers } })
  }
}

/** In the last minutes: customers with this sentence, and refusals of this customer and link. */
async function countUnclearRefusals(
  db: Kysely<DB>,
  {
    providerId,
    sentence,
    userId,
    link,
    minutes,
  }: { providerId: number; sentence: string; userId: number; link: string; minutes: number },
): Promise<{ customers: number; of_customer: number; of_link: number }> {
  const { rows } = await sql<{ customers: number; of_customer: number; of_link: number }>`
select count(distinct tried.user_id) filter (where refusal_text = ${sentence})::int as customers,
  count(*) filter (where tried.user_id = ${userId})::int as of_customer,
  count(*) filter (where tried.user_id = ${userId} and orders.link = ${link})::int as of_link
from order_attempts tried join orders on orders.user_id = tried.user_id and orders.id = tried.order_id
where tried.provider_id = ${providerId} and refusal_text is not null
  and finished_at > now() - make_interval(mins => ${minutes})`.execute(db)
  return rows[0] ?? { customers: 0, of_customer: 0, of_link: 0 }
}

/**
 * Delays the queued orders of this customer at the provider, or only those for that link, by at least `minutes`.
 */
async function delayCustomer(
  db: Kysely<DB>,
  {
    providerId,
    userId,
    link = null,
    minutes,
  }: { providerId: number; userId: number; link?: string | null; minutes: number },
): Promise<void> {
  await sql`
update dispatch_queue entry set due_at = greatest(entry.due_at, now() + make_interval(mins => ${minutes}))
from orders
where orders.user_id = entry.user_id and orders.id = entry.order_id and entry.user_id = ${userId}
  and entry.provider_id = ${providerId} and entry.token is null
  and (${link}::text is null or orders.link = ${link})`.execute(db)
}
