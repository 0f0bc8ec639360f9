import { createHash } from 'node:crypto'

import { AppError, invalidFields } from '#contract/errors.ts'
import { type Money, money } from '#contract/money.ts'
import { type OrderDraft, quantityBounds, toOrderDraft } from '#contract/order-rules.ts'
import type { CreateOrderBody } from '#contract/order-placing.ts'
import type { Context } from '#server/context.ts'

import { placeThrough } from './place-orders.ts'
import type { Placing } from './placing-queries.ts'
import { findOrderByKey } from './placing-queries.ts'
import { refuseBlocked } from './refuse-blocked.ts'
import { makeSoldServices, type SoldServices } from './sold-service.ts'

export type PlacedOrder = {
  id: number
  service_id: number
  service_name: string
  link: string
  quantity: number
  price: Money
  status: 'PENDING'
  created_at: Date
}

export type PlaceOrderResult = { order: PlacedOrder; balance: Money; isReplayed: boolean }

const soldServices = new WeakMap<Context, SoldServices>()

/**
 * Places and charges one order at the customer's price (api.md, "Who is asking"). With an idempotency key the
 * same order twice is placed once and answered twice; another order under the key is `idempotency_key_reused`.
 * Refusals: invalid_fields, service_not_found, service_unavailable, link_blocked,
 * category_blocked, price_changed, insufficient_balance.
 */
export async function placeOrder(
  ctx: Context,
  {
    userId,
    body,
    idempotencyKey,
    seenPrice,
  }: {
    userId: number
    body: CreateOrderBody
    idempotencyKey?: string | undefined
    /** What it is to cost; else what the body says. */
    seenPrice?: bigint | undefined
  },
): Promise<PlaceOrderResult> {
  const requestHash = idempotencyKey === undefined ? null : hashOf(body)
  try {
    const draft = await readDraft(ctx, body)
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
    ctx.news.tell({ topic: 'dispatch', providerId: placing.provider_id })
    ctx.news.tell({ topic: 'balance', userId })
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

export async function readDraft(ctx: Context, body: CreateOrderBody): Promise<OrderDraft> {
  let services = soldServices.get(ctx)
  if (services === undefined) {
    services = makeSoldServices(ctx)
    soldServices.set(ctx, services)
  }
  const { category, draft } = await draftOf(services, body)
  await refuseBlocked(ctx, category, draft)
  return draft
}

async function draftOf(services: SoldServices, body: CreateOrderBody) {
  const remembered = await services.find(body.service_id)
  if (remembered === undefined) throw new AppError('service_not_found')
  try {
    return { category: remembered.category, draft: toOrderDraft(remembered, body) }
  } catch {
    const fresh = await services.findFresh(body.service_id)
    if (fresh === undefined) throw new AppError('service_not_found')
    return { category: fresh.category, draft: toOrderDraft(fresh, body) }
  }
}

function toResult(placing: Placing, serviceId: number, { link, quantity }: OrderDraft): PlaceOrderResult {
  const { id, service_name, price, created_at, balance_after } = placing
  if (id === null || service_name === null || price === null || created_at === null || balance_after === null)
    throw new Error('a placed order lacks a column')
  const row = { id, service_id: serviceId, service_name, link, quantity, price, created_at }
  return { order: toPlaced(row), balance: money(balance_after), isReplayed: false }
}

type PlacedRow = Omit<PlacedOrder, 'id' | 'price' | 'status'> & { id: bigint; price: bigint }

function toPlaced({
  id,
  service_id,
  service_name,
  link,
  quantity,
  price,
  created_at,
}: PlacedRow): PlacedOrder {
  const own = { id: Number(id), price: money(price), status: 'PENDING' } as const
  return { ...own, service_id, service_name, link, quantity, created_at }
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

/** The statement found the key taken: its order is there to be read. */
class ReplayedError extends Error {
  override name = 'ReplayedError'
}

function refusalOf({ outcome, price, balance, min, max }: Placing): AppError | Error {
  if (outcome === 'no_service') return new AppError('service_not_found')
  if (outcome === 'unavailable') return new AppError('service_unavailable')
  if (outcome === 'price_changed') return new AppError('price_changed', { price: money(price ?? 0n) })
  if (outcome === 'insufficient')
    return new AppError('insufficient_balance', {
      required: money(price ?? 0n),
      available: money(balance ?? 0n),
    })
  if (outcome === 'out_of_range')
    return invalidFields({
      quantity: { code: 'quantity_range', ...quantityBounds({ min: min ?? 1, max: max ?? 1 }) },
    })
  return outcome === 'replayed'
    ? new ReplayedError('the order of this key is gone')
    : new Error(`an order could not be placed: ${outcome}`)
}
