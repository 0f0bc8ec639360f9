import {
  type Attention,
  ATTENTION_COUNTED_MAX,
  type AttentionCode,
  attentionCodes,
  attentionNeeds,
} from '#contract/operations/attention.ts'
import { isAllowed, type Staff } from '#contract/base/permissions.ts'
import type { Context } from '#server/context.ts'
import { countOrdersForAttention } from '#server/modules/orders/admin/list-admin-orders.ts'
import { countDepositsForAttention } from '#server/modules/payments/admin/list-deposits.ts'
import { countOpenMessages } from '#server/modules/support/contact/sort-messages.ts'
import { countWaitingTickets } from '#server/modules/support/tickets/read-tickets.ts'

import { readFence } from '#server/modules/operations/restored/read-fence.ts'

import type { TotalsRow } from './health-queries.ts'
import { queueOf, readProduct } from './read-product.ts'

/** What needs these staff: only what their permissions allow. */
export async function readAttention(ctx: Context, staff: Staff): Promise<Attention> {
  const product = await readProduct(ctx)
  const { checkedAt, totals, providers, belowCost, failingJobs } = product
  const troubled = providers.filter((one) => one.is_paused || one.is_balance_low)
  const counts: Record<AttentionCode, () => number | Promise<number>> = {
    ledger: () => (addsUp(totals) ? 0 : 1),
    orders: () => countOrdersForAttention(ctx, ATTENTION_COUNTED_MAX),
    deposits: () => countDepositsForAttention(ctx, ATTENTION_COUNTED_MAX),
    tickets: () => countWaitingTickets(ctx, ATTENTION_COUNTED_MAX),
    contact: () => countOpenMessages(ctx.db, ATTENTION_COUNTED_MAX),
    providers: () => troubled.length,
    services_below_cost: () => belowCost,
    mails_given_up: () => queueOf(product, 'mails_given_up').due,
    jobs_failing: () => failingJobs.length,
    jobs_failed: () => queueOf(product, 'jobs_failed').due,
  }
  const allowed = attentionCodes.filter((code) => isAllowed(staff, attentionNeeds[code]))
  const attention = await Promise.all(allowed.map(async (code) => ({ code, count: await counts[code]() })))
  const restoration = ctx.fence.isUp() ? await readFence(ctx.pool) : undefined
  const fenced = restoration ? { taken_at: restoration.takenAt, restored_at: restoration.restoredAt } : null
  return { checked_at: checkedAt, attention, fenced }
}

/** I1 (ARCHITECTURE.md) over all accounts, by stored sums. */
export function addsUp(totals: TotalsRow | undefined): boolean {
  if (totals === undefined) return true
  const { deposits, orders, refunds, bonuses, balances } = totals
  return BigInt(deposits) - BigInt(orders) + BigInt(refunds) + BigInt(bonuses) === BigInt(balances)
}
