import { createHash } from 'node:crypto'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import { type OrderDraft, type SoldService, toOrderDraft } from '#contract/orders/order-rules.ts'
import type { CreateOrderBody, PlacedOrder } from '#contract/orders/order-placing.ts'
import type { Context } from '#server/context.ts'

import { placeThrough } from './place-orders.ts'
import { findOrderByKey, type Placing } from './placing-queries.ts'
import { readPlaced, refusalOf, ReplayedError, toPlaced } from './read-placing.ts'
import { refuseBlocked } from './refuse-blocked.ts'
import { makeSoldServices, type SoldServices } from './sold-service.ts'

export type PlaceOrderResult = { order: PlacedOrder; balance: Money; isReplayed: boolean }

const soldServices = new WeakMap<Context, SoldServices>()

/**
 * Places and charges one order at the customer's price (api.md, "Who is asking"). With an idempotency key the
 * same order twice is placed once and answered twice; another order under the key is `idempotency_key_reused`.
 * Refusals: invalid_fields, account_blocked, service_not_found, service_unavailable, link_blocked,
 * category_blocked, price_changed, insufficient_balance.
 */
export async function placeOrder(
  ctx: Context,
  {
    userId,
    body,
    idempotencyKey,
    seenPrice,
    toDraft = toOrderDraft,
  }: {
    userId: number
    body: CreateOrderBody
    idempotencyKey?: string | undefined
    /** What it is to cost; else what the body says. */
    seenPrice?: bigint | undefined
    toDraft?: ToDraft<CreateOrderBody>
  },
): Promise<PlaceOrderResult> {
  const requestHash = idempotencyKey === undefined ? null : hashOf(body)
  try {
    const draft = await readDraft(ctx, body, toDraft)
    const placing = await placeThrough(ctx.pool, {
      userId,
      serviceId: body.service_id,
      link: draft.link,
      quantity: draft.quantity,
      seenPrice: seenPrice ?? body.price ?? null,
      details: draft.details,
      idempotencyKey: idempotencyKey ?? null,
      requestHash,
    })
    if (placing.outcome !== 'placed') throw refusalOf(placing)
    ctx.events.publish({ topic: 'dispatch', providerId: placing.provider_id })
    ctx.events.publish({ topic: 'balance', userId })
    return toResult(placing, body.service_id, draft)
  } catch (refusal) {
    if (idempotencyKey === undefined || requestHash === null || !isRefusal(refusal)) throw refusal
    // Whatever is refused now: the key's first order was taken, and since then the catalogue may have changed or
    // the balance been spent. Asked for here and not before, so that placing stays one round trip.
    const first = await findFirst(ctx, { userId, idempotencyKey, requestHash })
    if (first === undefined) throw refusal
    return first
  }
}

/** By the rules of the service's type: `toExactDraft` where the caller refuses what the type does not take. */
export type ToDraft<Asked> = (service: SoldService, asked: Asked) => OrderDraft

/** What was asked for by the rules of its service, which is read anew before anybody is refused. */
export async function readDraft<Asked extends { service_id: number }>(
  ctx: Context,
  asked: Asked,
  toDraft: ToDraft<Asked>,
): Promise<OrderDraft> {
  let services = soldServices.get(ctx)
  if (services === undefined) {
    services = makeSoldServices(ctx)
    soldServices.set(ctx, services)
  }
  const { category, draft } = await draftOf(services, asked, toDraft)
  await refuseBlocked(ctx, category, draft)
  return draft
}

async function draftOf<Asked extends { service_id: number }>(
  services: SoldServices,
  asked: Asked,
  toDraft: ToDraft<Asked>,
) {
  const remembered = await services.find(asked.service_id)
  if (remembered === undefined) throw new AppError('service_not_found')
  try {
    return { category: remembered.category, draft: toDraft(remembered, asked) }
  } catch {
    const fresh = await services.findFresh(asked.service_id)
    if (fresh === undefined) throw new AppError('service_not_found')
    return { category: fresh.category, draft: toDraft(fresh, asked) }
  }
}

function toResult(placing: Placing, serviceId: number, draft: OrderDraft): PlaceOrderResult {
  const { order, balance } = readPlaced(placing, serviceId, draft)
  return { order, balance, isReplayed: false }
}

/** The answer that this request got before, where its key names an order. */
export async function findReplay(
  ctx: Context,
  {
    userId,
    body,
    idempotencyKey,
  }: { userId: number; body: CreateOrderBody; idempotencyKey: string | undefined },
): Promise<PlaceOrderResult | undefined> {
  if (idempotencyKey === undefined) return undefined
  return findFirst(ctx, { userId, idempotencyKey, requestHash: hashOf(body) })
}

/** The answer that the key's first order got: the order and the balance as they were then. */
async function findFirst(
  ctx: Context,
  { userId, idempotencyKey, requestHash }: { userId: number; idempotencyKey: string; requestHash: Buffer },
): Promise<PlaceOrderResult | undefined> {
  const row = await findOrderByKey(ctx.db, { userId, idempotencyKey })
  if (row === undefined) return undefined
  if (row.request_hash === null || !requestHash.equals(row.request_hash))
    throw new AppError('idempotency_key_reused')
  return { order: toPlaced(row), balance: money(row.balance_after), isReplayed: true }
}

/**
 * Of what the request asks for, in one fixed spelling; names and email that are not looked at do not count. Nothing
 * of the catalogue is in it: a service that was changed or taken off since must not make the same request another.
 */
function hashOf({ user_id: _user, service_name: _name, email: _email, ...asked }: CreateOrderBody): Buffer {
  const members = Object.entries(asked)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(members)).digest()
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError || thrown instanceof ReplayedError
}
