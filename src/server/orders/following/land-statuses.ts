import type { OrderStatus } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import type { PanelOrder, PanelOrderAnswer } from '#server/integrations/panel-api/read-status.ts'

import { type Move, moveOrder } from '#server/orders/state/move-order.ts'
import { flagOrder } from '#server/orders/state/order-queries.ts'

import { checkDelaySeconds, RARE_CHECK_SECONDS } from './check-delay.ts'
import { type CheckedOrder, type Counters, writeCounters } from './following-queries.ts'

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
  const current = await noteCounters(ctx, told)
  for (const { order, answer } of told) {
    const status = current.get(order.id)
    if (status === undefined || answer === undefined || 'error' in answer) continue
    const move = toMove(order, answer)
    if (move === undefined || move.to === status) continue
    const hasMoved = await transact(ctx, (tx, tell) => moveOrder(tx, tell, move))
    if (!hasMoved && isFinal(status))
      await transact(ctx, (tx) => flagOrder(tx, order, `After its end, the provider says: ${answer.raw}`))
  }
}

type Told = { order: CheckedOrder; answer: PanelOrderAnswer | undefined }

/** Answers each order's status as it stands. A changed counter is news for whoever looks at the order. */
async function noteCounters(ctx: Context, told: readonly Told[]): Promise<Map<bigint, OrderStatus>> {
  const rows = await writeCounters(ctx.db, told.map(toCounters))
  for (const { user_id: userId, id, changed } of rows)
    if (changed) ctx.news.tell({ topic: 'order', userId, id: Number(id) })
  return new Map(rows.map(({ id, status }) => [id, status]))
}

function toCounters(told: Told): Counters {
  const { order, answer } = told
  const { startCount, remains, charge, currency } =
    answer === undefined || 'error' in answer ? nothing : answer
  const flag = flagOf(told)
  const nextCheckSeconds = delayOf(told, flag)
  return { order, startCount, remains, charge, currency, flag, nextCheckSeconds }
}

const nothing = { startCount: undefined, remains: undefined, charge: undefined, currency: undefined }

function flagOf({ answer }: Told): string | undefined {
  if (answer === undefined) return 'The provider left this order out of its answer'
  if ('error' in answer) return `The provider says of this order: ${answer.error}`.slice(0, 500)
  if (answer.status === undefined) return `The provider uses an unknown status: ${answer.raw}`
  if (answer.status === 'PARTIAL' && answer.remains === undefined)
    return 'The provider says partial and not how much remains'
  return undefined
}

function delayOf({ order, answer }: Told, flag: string | undefined): number {
  const isRare = answer !== undefined && 'error' in answer
  const delay = isRare ? RARE_CHECK_SECONDS : checkDelaySeconds(order.age_seconds)
  // A word we do not know may stay for days: not asked about every few seconds.
  return flag === undefined ? delay : Math.max(delay, 30)
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
