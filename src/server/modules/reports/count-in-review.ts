import { ATTENTION_COUNTED_MAX } from '#contract/operations/overview.ts'
import type { Context } from '#server/context.ts'
import { countOrdersForAttention } from '#server/modules/orders/admin/count-orders-for-attention.ts'
import { countDepositsForAttention } from '#server/modules/payments/admin/list-deposits.ts'
import { remember } from '#server/lib/limits/remember.ts'

/** Beyond that many it does not matter how many more. */
const COUNTED_MAX = 100_000
const REMEMBERED_MS = 10_000

type InReview = { orders: number; deposits: number }

const countMany = remember((ctx) => countUpTo(ctx, COUNTED_MAX), { freshMs: REMEMBERED_MS, staleMs: 60_000 })

/**
 * How many orders and how many deposits a person must look at: as they are where they are few, and what an outage left
 * not older than a minute and counted up to 100,000, whoever looks again and again.
 */
export async function countInReview(ctx: Context): Promise<InReview> {
  const { orders, deposits } = await countUpTo(ctx, ATTENTION_COUNTED_MAX)
  return {
    orders: orders < ATTENTION_COUNTED_MAX ? orders : (await countMany(ctx)).orders,
    deposits: deposits < ATTENTION_COUNTED_MAX ? deposits : (await countMany(ctx)).deposits,
  }
}

async function countUpTo(ctx: Context, max: number): Promise<InReview> {
  return {
    orders: await countOrdersForAttention(ctx, max),
    deposits: await countDepositsForAttention(ctx, max),
  }
}
