import { sql } from 'kysely'

import { AppError } from '#contract/errors.ts'
import type { Context } from '#server/context.ts'
import type { PanelAnswer } from '#server/integrations/panel-api/panel-account.ts'
import { PANEL_IDS_MAX, readPanelOrders } from '#server/integrations/panel-api/read-panel.ts'
import type { PanelOrderAnswer } from '#server/integrations/panel-api/read-status.ts'
import { callProvider } from '#server/providers/call-provider.ts'
import { getProviderAccount, isPaused } from '#server/providers/provider-account.ts'

import { CHECK_LEASE_SECONDS } from './check-delay.ts'
import { type CheckedOrder, landStatuses } from './land-statuses.ts'

const CLAIM_MAX = 1000
const RETRY_SECONDS = 15

/** Asks about all orders that are due, the longest waiting first. Answers true when there may be more. */
export async function syncOrders(ctx: Context): Promise<boolean> {
  const orders = await claimChecks(ctx, CLAIM_MAX)
  await checkOrders(ctx, orders)
  return orders.length === CLAIM_MAX
}

/** One call per provider and 100 orders; a provider in trouble holds up none of the others. */
export async function checkOrders(ctx: Context, orders: readonly CheckedOrder[]): Promise<void> {
  const byProvider = Map.groupBy(orders, ({ provider_id }) => provider_id)
  await Promise.all(
    [...byProvider].map(async ([providerId, own]) => {
      const chunks = Array.from({ length: Math.ceil(own.length / PANEL_IDS_MAX) }, (_, at) =>
        own.slice(at * PANEL_IDS_MAX, (at + 1) * PANEL_IDS_MAX),
      )
      await Promise.all(chunks.map((chunk) => checkChunk(ctx, providerId, chunk)))
    }),
  )
}

async function checkChunk(ctx: Context, providerId: number, orders: readonly CheckedOrder[]): Promise<void> {
  const ids = [...new Set(orders.map(({ provider_order }) => provider_order))]
  const answer = await askAbout(ctx, providerId, ids)
  if (answer.ok) await landStatuses(ctx, orders, answer.value)
  else await putOff(ctx, orders, RETRY_SECONDS)
}

async function askAbout(
  ctx: Context,
  providerId: number,
  ids: readonly string[],
): Promise<PanelAnswer<Map<string, PanelOrderAnswer>>> {
  try {
    const account = await getProviderAccount(ctx, providerId)
    if (isPaused(account, ctx.clock())) return { ok: false, error: 'paused', isDown: true }
    return await callProvider(ctx, account, (open) => readPanelOrders(open, ids))
  } catch (error) {
    // Without a key, or with too many calls waiting: it is asked later.
    if (error instanceof AppError) return { ok: false, error: error.message, isDown: true }
    throw error
  }
}

const columns = sql`orders.user_id, orders.id, orders.provider_id, orders.provider_order,
  extract(epoch from now() - greatest(orders.dispatch_at, orders.cancel_asked_at))::float8 as age_seconds`

async function claimChecks(ctx: Context, limit: number): Promise<CheckedOrder[]> {
  const { rows } = await sql<CheckedOrder>`
with due as materialized (
  select user_id, id from orders
  where check_at <= now()
  order by check_at limit ${limit} for update skip locked
)
update orders set check_at = now() + make_interval(secs => ${CHECK_LEASE_SECONDS})
from due
where orders.user_id = due.user_id and orders.id = due.id and orders.provider_order is not null
returning ${columns}`.execute(ctx.db)
  return rows
}

/** For a customer who looks now: undefined while it was asked less than `ageSeconds` ago, or nothing is expected. */
export async function claimCheck(
  ctx: Context,
  { userId, id, ageSeconds }: { userId: number; id: bigint; ageSeconds: number },
): Promise<CheckedOrder | undefined> {
  const { rows } = await sql<CheckedOrder>`
update orders set check_at = now() + make_interval(secs => ${CHECK_LEASE_SECONDS}), checked_at = now()
where user_id = ${userId} and id = ${id} and check_at is not null and provider_order is not null
  and coalesce(checked_at < now() - make_interval(secs => ${ageSeconds}), true)
returning ${columns}`.execute(ctx.db)
  return rows[0]
}

async function putOff(ctx: Context, orders: readonly CheckedOrder[], seconds: number): Promise<void> {
  await sql`
with asked as materialized (
  select orders.user_id, orders.id from orders
  join unnest(${orders.map(({ user_id }) => user_id)}::int[], ${orders.map(({ id }) => id)}::bigint[]) as asked (user_id, id)
    using (user_id, id)
  where check_at is not null
  order by user_id, id for no key update of orders
)
update orders set check_at = now() + make_interval(secs => ${seconds})
from asked where orders.user_id = asked.user_id and orders.id = asked.id`.execute(ctx.db)
}
