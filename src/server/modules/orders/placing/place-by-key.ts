import { setTimeout } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { CreateOrderBody } from '#contract/orders/order-placing.ts'
import { priceOf, toOrderDraft } from '#contract/orders/order-rules.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { spendByKey } from '#server/modules/users/api-keys/spend-by-key.ts'
import type { Context } from '#server/context.ts'
import { readCustomerRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import { findReplay, placeOrder, type PlaceOrderResult, readDraft, type ToDraft } from './place-order.ts'
import { listSoldRates } from './placing-queries.ts'

type Asked = {
  userId: number
  body: CreateOrderBody
  idempotencyKey: string | undefined
  toDraft?: ToDraft<CreateOrderBody>
}

/** Copies of one request follow each other here, so that they are counted once: `userId key` of what is under way. */
const underWay = new Map<string, Promise<unknown>>()
/** In another process the first of them may be about to be placed. */
const WAITS_FOR_A_COPY = 5
const WAIT_MS = 200

/**
 * An order of somebody's own program, within what they let it spend in a day: placed for what was counted, or not at
 * all. Refused as `placeOrder` refuses, and with `daily_limit_reached`.
 */
export async function placeOrderByKey(ctx: Context, asked: Asked): Promise<PlaceOrderResult> {
  if (asked.idempotencyKey === undefined) return placeOnce(ctx, asked)
  const name = `${asked.userId} ${asked.idempotencyKey}`
  const before = underWay.get(name)
  const placing = Promise.allSettled([before]).then(() => placeOnce(ctx, asked))
  underWay.set(name, placing)
  try {
    return await placing
  } finally {
    if (underWay.get(name) === placing) underWay.delete(name)
  }
}

async function placeOnce(ctx: Context, asked: Asked): Promise<PlaceOrderResult> {
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

/** Counted is what the server reckons, whatever the request says. */
function placeWithinLimit(ctx: Context, asked: Asked): Promise<PlaceOrderResult> {
  const { userId } = asked
  return spendByKey(ctx, { userId, costOf: () => costOf(ctx, asked) }, async (cost) => {
    const result = await placeOrder(ctx, { ...asked, seenPrice: cost })
    return { result, spent: result.isReplayed ? 0n : result.order.price }
  })
}

/** A request that says otherwise is refused before it is counted: counted for a moment, it would turn others away. */
async function costOf(ctx: Context, asked: Asked): Promise<bigint> {
  const { body } = asked
  const cost = await reckonCost(ctx, asked)
  if (!isSamePrice(body.price, cost) && (await findReplay(ctx, asked)) === undefined)
    throw new AppError('price_changed', { price: money(cost) })
  return cost
}

/** To the last unit, which a client's own reckoning may round otherwise. */
export function isSamePrice(price: bigint | null | undefined, cost: bigint): boolean {
  return price == null || (price - cost <= 1n && cost - price <= 1n)
}

/** As the placing statement will. */
async function reckonCost(ctx: Context, { userId, body, toDraft = toOrderDraft }: Asked): Promise<bigint> {
  const [{ quantity }, sold, rule] = await Promise.all([
    readDraft(ctx, body, toDraft),
    listSoldRates(ctx.db, [body.service_id]).then((rates) => rates.get(body.service_id)),
    readCustomerRates(ctx.db, { userId, now: ctx.clock() }),
  ])
  if (sold === undefined) throw new AppError('service_not_found')
  return priceOf(sold.type, rateFor({ id: body.service_id, rate: sold.rate }, rule, ctx.clock()), quantity)
}

/** What was placed before the limit was reached is answered again. */
async function replayOr(ctx: Context, asked: Asked, refusal: AppError): Promise<PlaceOrderResult> {
  for (let waited = 0; asked.idempotencyKey !== undefined && waited < WAITS_FOR_A_COPY; waited += 1) {
    const first = await findReplay(ctx, asked)
    if (first !== undefined) return first
    await setTimeout(WAIT_MS)
  }
  throw refusal
}
