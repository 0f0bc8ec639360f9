import type { OrderStatus } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/database/transact.ts'
import type { PanelOrderAnswer } from '#server/integrations/panel-api/read-status.ts'
import { moveOrder } from '#server/orders/state/move-order.ts'
import { setReview } from '#server/orders/state/order-queries.ts'

import { checkDelaySeconds, RARE_CHECK_SECONDS } from './check-delay.ts'
import { type CheckedOrder, type Counters, writeCounters } from './following-queries.ts'
import { judgeAnswer, type Judgement } from './judge-answer.ts'

/**
 * Writes what a provider said of its orders: counters, charge and the next check for all of them in one statement,
 * then each that has a new status in a tx of its own. Late, twice or out of order changes nothing twice.
 */
export async function landStatuses(
  ctx: Context,
  orders: readonly CheckedOrder[],
  answers: ReadonlyMap<string, PanelOrderAnswer>,
): Promise<void> {
  const told = orders.map((order) => {
    const answer = answers.get(order.provider_order)
    return { order, answer, judgement: judgeAnswer(order, answer) }
  })
  const current = await noteCounters(ctx, told)
  for (const { order, answer, judgement } of told) {
    const status = current.get(order.id)
    const { move } = judgement
    if (status === undefined || answer === undefined || 'error' in answer || move === undefined) continue
    if (move.to === status) continue
    const hasMoved = await transact(ctx, (tx, tell) =>
      moveOrder(tx, tell, {
        userId: order.user_id,
        id: order.id,
        providerOrder: order.provider_order,
        ...move,
      }),
    )
    if (!hasMoved && isFinal(status))
      await transact(ctx, (tx) =>
        setReview(tx, order, { code: 'after_end', details: { status: answer.raw } }),
      )
  }
}

type Told = { order: CheckedOrder; answer: PanelOrderAnswer | undefined; judgement: Judgement }

/** Answers each order's status as it stands. A changed counter is news for whoever looks at the order. */
async function noteCounters(ctx: Context, told: readonly Told[]): Promise<Map<bigint, OrderStatus>> {
  const rows = await writeCounters(ctx.db, told.map(toCounters))
  for (const { user_id: userId, id, changed } of rows)
    if (changed) ctx.news.tell({ topic: 'order', userId, id: Number(id) })
  return new Map(rows.map(({ id, status }) => [id, status]))
}

function toCounters(told: Told): Counters {
  const { order, answer, judgement } = told
  const { pieces, review } = judgement
  const nextCheckSeconds = delayOf(told)
  if (answer === undefined || 'error' in answer)
    return { ...nothingSaid, order, pieces, review, nextCheckSeconds }
  const { startCount, remains, charge, currency, status } = answer
  const isOpen = status === 'PENDING' || status === 'PROCESSING'
  return { order, startCount, remains, charge, currency, isOpen, pieces, review, nextCheckSeconds }
}

const nothingSaid = {
  startCount: undefined,
  remains: undefined,
  charge: undefined,
  currency: undefined,
  isOpen: false,
}

function delayOf({ order, answer, judgement }: Told): number {
  const isRare = answer !== undefined && 'error' in answer
  const delay = isRare ? RARE_CHECK_SECONDS : checkDelaySeconds(order.age_seconds)
  // What a person has to look at may stay for days: not asked about every few seconds.
  return judgement.review === undefined ? delay : Math.max(delay, 30)
}

function isFinal(status: OrderStatus): boolean {
  return status !== 'PENDING' && status !== 'PROCESSING' && status !== 'REFILL'
}
