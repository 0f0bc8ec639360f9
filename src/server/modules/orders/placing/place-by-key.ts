import { setTimeout } from 'node:timers/promises'

import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { CreateOrderBody } from '#contract/orders/order-placing.ts'
import { priceOf, toOrderDraft } from '#contract/orders/order-rules.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'
import { spendByKey } from '#server/modules/users/api-keys/spend-by-key.ts'
import type { Context } from '#server/context.ts'
import { readCustomerRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import { findReplay, placeOrder, type PlaceOrderResult, readDraft, type ToDraft } from './place-order.ts'
import { listSoldRates } from './sold-service.ts'

type KeyOrderRequest = {
  userId: number
  keyId: string
  body: CreateOrderBody
  idempotencyKey: string | undefined
  toDraft?: ToDraft<CreateOrderBody>
}

/** Copies of a request (the same customer and key) wait for each other, so that they are counted once. */
const oneByOne = makeSemaphore({ runningMax: Infinity, eachMax: 1, waitingMax: 1_000, waitMs: 30_000 })
/** How many copies of a request are being handled. */
const copies = new Map<string, number>()
/** Waits for a copy that another process may be placing. */
const COPY_WAITS = 5
const WAIT_MS = 200

/**
 * Places an order for an API key within the daily limits of the key and of all keys. It is charged exactly what was counted against the limit, or
 * not placed. Refusals: those of `placeOrder`, and `daily_limit_reached`.
 */
export async function placeOrderByKey(ctx: Context, request: KeyOrderRequest): Promise<PlaceOrderResult> {
  if (request.idempotencyKey === undefined) return placeOnce(ctx, request)
  const id = `${request.userId} ${request.idempotencyKey}`
  const ahead = copies.get(id) ?? 0
  copies.set(id, ahead + 1)
  const place = async () =>
    // A copy would take room of the limit until it is known to be one.
    (ahead === 0 ? undefined : await findReplay(ctx, request)) ?? placeOnce(ctx, request)
  try {
    return await oneByOne(place, { from: [id] })
  } finally {
    const left = (copies.get(id) ?? 0) - 1
    if (left > 0) copies.set(id, left)
    else copies.delete(id)
  }
}

async function placeOnce(ctx: Context, request: KeyOrderRequest): Promise<PlaceOrderResult> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await placeWithinLimit(ctx, request)
    } catch (refusal) {
      if (!(refusal instanceof AppError)) throw refusal
      if (refusal.code === 'daily_limit_reached') return await replayOr(ctx, request, refusal)
      // Without a price in the request, our own computed price is outdated: compute it again.
      const isOurs = refusal.code === 'price_changed' && request.body.price == null
      if (!isOurs || tried === 3) throw refusal
    }
  }
}

/** The server's price is counted, whatever the request says. */
function placeWithinLimit(ctx: Context, request: KeyOrderRequest): Promise<PlaceOrderResult> {
  const { userId, keyId } = request
  return spendByKey(ctx, { userId, keyId, costOf: () => costOf(ctx, request) }, async (cost) => {
    const result = await placeOrder(ctx, { ...request, seenPrice: cost })
    return { result, spent: result.isReplayed ? 0n : result.order.price }
  })
}

/** A request with another price is refused before it is counted, so that it never blocks other orders. */
async function costOf(ctx: Context, request: KeyOrderRequest): Promise<bigint> {
  const { body } = request
  const cost = await computeCost(ctx, request)
  if (!isSamePrice(body.price, cost) && (await findReplay(ctx, request)) === undefined)
    throw new AppError('price_changed', { price: money(cost) })
  return cost
}

/** Within one unit, because clients may round differently. */
export function isSamePrice(price: bigint | null | undefined, cost: bigint): boolean {
  return price == null || (price - cost <= 1n && cost - price <= 1n)
}

/** The price that the placing statement will charge. */
async function computeCost(
  ctx: Context,
  { userId, body, toDraft = toOrderDraft }: KeyOrderRequest,
): Promise<bigint> {
  const [{ quantity }, sold, rule] = await Promise.all([
    readDraft(ctx, body, toDraft),
    listSoldRates(ctx.db, [body.service_id]).then((rates) => rates.get(body.service_id)),
    readCustomerRates(ctx.db, { userId, now: ctx.clock() }),
  ])
  if (sold === undefined) throw new AppError('service_not_found')
  return priceOf(sold.type, rateFor({ id: body.service_id, rate: sold.rate }, rule, ctx.clock()), quantity)
}

/** Answers an order that was placed under the key before the limit was reached. */
async function replayOr(
  ctx: Context,
  request: KeyOrderRequest,
  refusal: AppError,
): Promise<PlaceOrderResult> {
  for (let waited = 0; request.idempotencyKey !== undefined && waited < COPY_WAITS; waited += 1) {
    const first = await findReplay(ctx, request)
    if (first !== undefined) return first
    await setTimeout(WAIT_MS)
  }
  throw refusal
}
