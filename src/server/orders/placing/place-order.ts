import { createHash } from 'node:crypto'

import { AppError, invalidFields } from '#contract/errors.ts'
import { type Money, money, moneyToNumber } from '#contract/money.ts'
import { type OrderDraft, quantityError, toOrderDraft } from '#contract/order-rules.ts'
import type { CreateOrderBody } from '#contract/order-placing.ts'
import type { Context } from '#server/context.ts'

import { placeThrough, type Placing } from './place-orders.ts'
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
 * Places and charges one order at the catalogue's price (api.md, "Who is asking"). With an idempotency key the
 * same order twice is placed once and answered twice; another order under the key is `idempotency_key_reused`.
 * Refusals: invalid_fields, service_not_found, price_changed, insufficient_balance.
 */
export async function placeOrder(
  ctx: Context,
  {
    userId,
    body,
    idempotencyKey,
  }: { userId: number; body: CreateOrderBody; idempotencyKey?: string | undefined },
): Promise<PlaceOrderResult> {
  const draft = await readDraft(ctx, body)
  const requestHash = idempotencyKey === undefined ? null : hashOf(body, draft)
  const placing = await placeThrough(ctx.pool, {
    userId,
    serviceId: body.service_id,
    link: draft.link,
    quantity: draft.quantity,
    seenPrice: body.price ?? null,
    details: draft.details,
    idempotencyKey: idempotencyKey ?? null,
    requestHash,
  })
  if (placing.outcome === 'placed') {
    ctx.news.tell({ topic: 'dispatch' })
    ctx.news.tell({ topic: 'balance', userId })
    return toResult(placing, body.service_id, draft)
  }
  if (idempotencyKey !== undefined && requestHash !== null) {
    // Also when it was refused: the first copy may have spent the balance while this one waited for it.
    const first = await findByKey(ctx, { userId, idempotencyKey, requestHash })
    if (first !== undefined) return first
  }
  throw refusalOf(placing)
}

async function readDraft(ctx: Context, body: CreateOrderBody): Promise<OrderDraft> {
  let services = soldServices.get(ctx)
  if (services === undefined) {
    services = makeSoldServices(ctx)
    soldServices.set(ctx, services)
  }
  const remembered = await services.find(body.service_id)
  if (remembered === undefined) throw new AppError('service_not_found')
  try {
    return toOrderDraft(remembered, body)
  } catch {
    const fresh = await services.findFresh(body.service_id)
    if (fresh === undefined) throw new AppError('service_not_found')
    return toOrderDraft(fresh, body)
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

/** The answer that the key's first order got: the order and the balance as they were then. */
async function findByKey(
  ctx: Context,
  { userId, idempotencyKey, requestHash }: { userId: number; idempotencyKey: string; requestHash: Buffer },
): Promise<PlaceOrderResult | undefined> {
  const row = await ctx.db
    .selectFrom('orders')
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.user_id', '=', 'orders.user_id')
        .onRef('transactions.order_id', '=', 'orders.id')
        .on('transactions.type', '=', 'order'),
    )
    .select([
      'orders.id',
      'orders.service_id',
      'orders.service_name',
      'orders.link',
      'orders.quantity',
      'orders.price',
      'orders.created_at',
      'orders.request_hash',
      'transactions.balance_after',
    ])
    .where('orders.user_id', '=', userId)
    .where('orders.idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.request_hash === null || !requestHash.equals(row.request_hash))
    throw new AppError('idempotency_key_reused')
  return { order: toPlaced(row), balance: money(row.balance_after), isReplayed: true }
}

/** Of what the request asks for, in one fixed spelling; names and email that are not looked at do not count. */
function hashOf({ service_id, price }: CreateOrderBody, { link, quantity, details }: OrderDraft): Buffer {
  const canonical = JSON.stringify([
    service_id,
    link,
    quantity,
    price === undefined ? null : String(price),
    Object.entries(details),
  ])
  return createHash('sha256').update(canonical).digest()
}

function refusalOf({ outcome, price, balance, min, max }: Placing): AppError | Error {
  if (outcome === 'no_service') return new AppError('service_not_found')
  if (outcome === 'price_changed')
    return new AppError('price_changed', { fields: { price: moneyToNumber(price ?? 0n) } })
  if (outcome === 'insufficient')
    return new AppError('insufficient_balance', {
      required: money(price ?? 0n),
      available: money(balance ?? 0n),
    })
  if (outcome === 'out_of_range')
    return invalidFields({
      quantity: quantityError({ min: min ?? 1, max: max ?? 1 }, Number.NaN) ?? 'Quantity is out of range',
    })
  return new Error(`an order could not be placed: ${outcome}`)
}
