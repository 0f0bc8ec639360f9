import { sql } from 'kysely'

import type { OrderStatus } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import type { PanelOrder, PanelOrderAnswer } from '#server/integrations/panel-api/read-status.ts'

import { checkDelaySeconds, RARE_CHECK_SECONDS } from './check-delay.ts'
import { type Move, moveOrder } from '#server/orders/state/move-order.ts'

/** An order whose standing at its provider is asked for now. */
export type CheckedOrder = {
  user_id: number
  id: bigint
  provider_id: number
  provider_order: string
  /** Since it was taken, or since its cancelling was asked for. */
  age_seconds: number
}

/**
 * Writes what a provider said of its orders: counters, charge and the next check for all of them in one statement,
 * then each that has a new status in a tx of its own. Late, twice or out of order changes nothing twice.
 */
export async function landStatuses(
  ctx: Context,
  orders: readonly CheckedOrder[],
  answers: ReadonlyMap<string, PanelOrderAnswer>,
): Promise<void> {
  const told = orders.map((order) => ({ order, answer: answers.get(order.provider_order) }))
  const current = await writeCounters(ctx, told)
  for (const { order, answer } of told) {
    const status = current.get(order.id)
    if (status === undefined || answer === undefined || 'error' in answer) continue
    const move = toMove(order, answer)
    if (move === undefined || move.to === status) continue
    const hasMoved = await transact(ctx, (tx, tell) => moveOrder(tx, tell, move))
    if (!hasMoved && isFinal(status)) await flagBackwards(ctx, order, answer.raw)
  }
}

type Told = { order: CheckedOrder; answer: PanelOrderAnswer | undefined }

/** Answers each order's status as it stands. A changed counter is news for whoever looks at the order. */
async function writeCounters(ctx: Context, told: readonly Told[]): Promise<Map<bigint, OrderStatus>> {
  const read = told.map(({ answer }) => (answer === undefined || 'error' in answer ? undefined : answer))
  const { rows } = await sql<{ user_id: number; id: bigint; status: OrderStatus; changed: boolean }>`
with told as (
  select * from unnest(
    ${told.map(({ order }) => order.user_id)}::int[], ${told.map(({ order }) => order.id)}::bigint[],
    ${read.map((one) => one?.startCount ?? null)}::bigint[], ${read.map((one) => one?.remains ?? null)}::bigint[],
    ${told.map(flagOf)}::text[], ${told.map(delayOf)}::float8[],
    ${read.map((one) => one?.charge ?? null)}::numeric[], ${read.map((one) => one?.currency ?? null)}::text[]
  ) as told (user_id, id, start_count, remains, flag, delay, charge, currency)
), before as materialized (
  select orders.user_id, orders.id, orders.start_count, orders.remains
  from orders join told on orders.user_id = told.user_id and orders.id = told.id
  order by orders.user_id, orders.id for no key update of orders
), charged as (
  update order_attempts set charge = told.charge, charge_currency = told.currency
  from told
  where order_attempts.user_id = told.user_id and order_id = told.id and state = 'accepted'
    and told.charge is not null and order_attempts.charge is distinct from told.charge
)
update orders set
  start_count = coalesce(told.start_count, orders.start_count),
  remains = coalesce(told.remains, orders.remains),
  flag = coalesce(told.flag, case when orders.flag like 'The provider %' then null else orders.flag end),
  checked_at = now(),
  check_at = case when orders.check_at is null then null else now() + make_interval(secs => told.delay) end,
  updated_at = case when coalesce(told.start_count, before.start_count) is distinct from before.start_count
    or coalesce(told.remains, before.remains) is distinct from before.remains then tally_now() else updated_at end
from told join before using (user_id, id)
where orders.user_id = told.user_id and orders.id = told.id
returning orders.user_id, orders.id, orders.status,
  orders.start_count is distinct from before.start_count or orders.remains is distinct from before.remains as changed`.execute(
    ctx.db,
  )
  for (const { user_id: userId, id, changed } of rows)
    if (changed) ctx.news.tell({ topic: 'order', userId, id: Number(id) })
  return new Map(rows.map(({ id, status }) => [id, status]))
}

function flagOf({ answer }: Told): string | null {
  if (answer === undefined) return 'The provider left this order out of its answer'
  if ('error' in answer) return `The provider says of this order: ${answer.error}`.slice(0, 500)
  if (answer.status === undefined) return `The provider uses an unknown status: ${answer.raw}`
  if (answer.status === 'PARTIAL' && answer.remains === undefined)
    return 'The provider says partial and not how much remains'
  return null
}

function delayOf(told: Told): number {
  const isRare = told.answer !== undefined && 'error' in told.answer
  const delay = isRare ? RARE_CHECK_SECONDS : checkDelaySeconds(told.order.age_seconds)
  // A word we do not know may stay for days: not asked about every few seconds.
  return flagOf(told) === null ? delay : Math.max(delay, 30)
}

const open: readonly OrderStatus[] = ['PENDING', 'PROCESSING']

/** From which statuses the provider's word leads to which; refunds come with it. Never from a final one. */
function toMove({ user_id: userId, id }: CheckedOrder, { status, remains }: PanelOrder): Move | undefined {
  const done = { check_at: null }
  switch (status) {
    case 'PROCESSING':
      return { userId, id, from: ['PENDING'], to: status }
    case 'COMPLETED':
      return { userId, id, from: open, to: status, set: done }
    case 'PARTIAL':
      if (remains === undefined) return undefined
      return { userId, id, from: open, to: status, set: done, refund: { of: 'undelivered', remains } }
    case 'CANCELED':
      return { userId, id, from: open, to: status, set: done, refund: { of: 'left' } }
    default:
      // "Pending" again after it was under way says nothing new, nor does a word we do not know.
      return undefined
  }
}

function isFinal(status: OrderStatus): boolean {
  return !open.includes(status) && status !== 'REFILL'
}

async function flagBackwards(ctx: Context, { user_id, id }: CheckedOrder, raw: string): Promise<void> {
  await ctx.db
    .updateTable('orders')
    .set({ flag: `After its end, the provider says: ${raw}` })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}
