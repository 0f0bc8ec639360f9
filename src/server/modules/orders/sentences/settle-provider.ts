import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import {
  type settleProvider as endpoint,
  SETTLED_MAX,
  type SettleWhat,
} from '#contract/orders/settle-provider.ts'
import type { Context } from '#server/context.ts'
import {
  type Decided,
  type Decision,
  decideRefund,
  decideRetry,
} from '#server/modules/orders/admin/decide-order.ts'
import { listNamedOrders } from '#server/modules/orders/admin/decide-orders.ts'
import type { By } from '#server/modules/audit-log/transact-as-staff.ts'

import {
  CANCELED_WITH_CHARGE,
  findLastRefusal,
  findSentence,
  listCanceledWithCharge,
  listWaitingWith,
} from './sentences-queries.ts'

type Answer = Omit<AnswerOf<typeof endpoint>, 'success'>
type SettleRequest = {
  providerId: number
  what: SettleWhat
  staff: Staff
  by: By
  reason: string
  isDryRun: boolean
}

/**
 * Makes the same decision for many orders of one provider, each under its own lock, in its own tx, with its own audit
 * entry, and only if it still applies. A dry run does the same and rolls each back. Throws `insufficient_permissions`
 * for refunds by `staff` who may not refund.
 */
export async function settleProvider(
  ctx: Context,
  { isDryRun, staff, ...ask }: SettleRequest,
): Promise<Answer> {
  if (ask.what.kind === 'canceled' && !isAllowed(staff, 'refund'))
    throw new AppError('insufficient_permissions')
  const { ids, settle } = await toSettling(ctx, ask)
  const named = await listNamedOrders(ctx.db, ids.slice(0, SETTLED_MAX))
  let [orders, cost, refunds, refused, limited] = [0, 0n, 0n, 0, 0]
  for (const order of named) {
    const { by, reason } = ask
    try {
      const { before, after } = await settle({
        userId: order.user_id,
        id: order.id,
        by,
        reason,
        isDryRun,
        refundedBefore: money(refunds),
      })
      orders += 1
      cost += order.cost ?? 0n
      refunds += after.refunded - before.refunded
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused += 1
      if (error.code === 'refund_limit_reached') limited += 1
    }
  }
  const counts = { orders, refused, limited, left: Math.max(0, ids.length - SETTLED_MAX) }
  return { dry_run: isDryRun, ...counts, cost: money(cost), refunds: money(refunds) }
}

type Settling = { ids: bigint[]; settle: (decision: Decision) => Promise<Decided> }

async function toSettling(
  ctx: Context,
  { providerId, what }: Omit<SettleRequest, 'isDryRun' | 'staff'>,
): Promise<Settling> {
  // The rest is counted up to 1,000.
  const limit = SETTLED_MAX + 1_000
  if (what.kind === 'canceled')
    return {
      ids: await listCanceledWithCharge(ctx.db, { providerId, limit }),
      settle: (decision) =>
        decideRefund(ctx, {
          ...decision,
          isStill: async (_tx, order) =>
            order.review_code === CANCELED_WITH_CHARGE && order.dispatch === 'accepted',
        }),
    }
  const sentence = await findSentence(ctx.db, { providerId, id: what.sentence_id })
  if (sentence === undefined) throw new AppError('not_found')
  return {
    ids: await listWaitingWith(ctx.db, { providerId, sentence, limit }),
    settle: (decision) =>
      decideRetry(ctx, {
        ...decision,
        isForReview: true,
        // Never for a lost response: the order may have been sent again since.
        isStill: async (tx, { user_id: userId, id }) => {
          const said = await findLastRefusal(tx, { userId, id })
          return said?.provider_id === providerId && said.refusal_text === sentence
        },
      }),
  }
}
