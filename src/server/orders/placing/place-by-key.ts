import { AppError } from '#contract/errors.ts'
import type { CreateOrderBody } from '#contract/order-placing.ts'
import { priceOf } from '#contract/order-rules.ts'
import { rateFor } from '#contract/rate-for.ts'
import { spendByKey } from '#server/api-keys/spend-by-key.ts'
import type { Context } from '#server/context.ts'
import { readCustomerRates } from '#server/wallet/read-customer-rates.ts'

import { findReplay, placeOrder, type PlaceOrderResult, readDraft } from './place-order.ts'
import { findSoldRate } from './placing-queries.ts'

type Asked = { userId: number; body: CreateOrderBody; idempotencyKey: string | undefined }

/**
 * An order of somebody's own program, within what they let it spend in a day: placed for what was counted, or not at
 * all. Refused as `placeOrder` refuses, and with `daily_limit_reached`.
 */
export async function placeOrderByKey(ctx: Context, asked: Asked): Promise<PlaceOrderResult> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await placeWithinLimit(ctx, asked)
    } catch (refusal) {
      if (!(refusal instanceof AppError)) throw refusal
      if (refusal.code === 'daily_limit_reached') return await replayOr(ctx, asked, refusal)
      // It was reckoned just before somebody changed it; nobody said which price they were shown.
      const isOurs = refusal.code === 'price_changed' && asked.body.price == null
      if (!isOurs || tried === 3) throw refusal
    }
  }
}

function placeWithinLimit(ctx: Context, { userId, body, idempotencyKey }: Asked): Promise<PlaceOrderResult> {
  const costOf = async () => body.price ?? (await reckonCost(ctx, userId, body))
  return spendByKey(ctx, { userId, costOf }, async (cost) => {
    const result = await placeOrder(ctx, { userId, body, idempotencyKey, seenPrice: cost })
    return { result, isSpent: !result.isReplayed }
  })
}

/** As the placing statement will. */
async function reckonCost(ctx: Context, userId: number, body: CreateOrderBody): Promise<bigint> {
  const [{ quantity }, sold, rule] = await Promise.all([
    readDraft(ctx, body),
    findSoldRate(ctx.db, body.service_id),
    readCustomerRates(ctx.db, { userId, now: ctx.clock() }),
  ])
  if (sold === undefined) throw new AppError('service_not_found')
  return priceOf(sold.type, rateFor({ id: body.service_id, rate: sold.rate }, rule, ctx.clock()), quantity)
}

/** What was placed before the limit was reached is answered again. */
async function replayOr(ctx: Context, asked: Asked, refusal: AppError): Promise<PlaceOrderResult> {
  const first = await findReplay(ctx, asked)
  if (first === undefined) throw refusal
  return first
}
