import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

import { AppError } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import { type OrderDraft, type SoldService, toOrderDraft } from '#contract/orders/order-rules.ts'
import type { CreateOrderBody, PlacedOrder } from '#contract/orders/order-placing.ts'
import type { Settings } from '#contract/settings/settings-sections.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import {
  type Blocked,
  isCategoryBlocked,
  isLinkBlocked,
  toBlocked,
} from '#server/modules/settings/blocked.ts'

import { placeThrough } from './place-orders.ts'
import type { Placing } from './place-rows.ts'
import { readPlaced, refusalOf, ReplayedError, toPlaced } from './read-placing.ts'
import { makeSoldServices, type SoldServices } from './sold-service.ts'

export type PlaceOrderResult = { order: PlacedOrder; balance: Money; isReplayed: boolean }

const soldServices = new WeakMap<Context, SoldServices>()

/**
 * Places and charges one order at the customer's price (api.md, "Who is asking"). With an idempotency key a repeated request
 * is placed once and answered the same; a different one under the key is `idempotency_key_reused`. Refusals: invalid_fields,
 * account_blocked, service_not_found, service_unavailable, link_blocked, category_blocked, price_changed,
 * insufficient_balance; by an API key also daily_limit_reached, and authentication_required once it is revoked.
 */
export async function placeOrder(
  ctx: Context,
  {
    userId,
    keyId,
    body,
    idempotencyKey,
    toDraft = toOrderDraft,
  }: {
    userId: number
    /** The API key that the order is placed with. */
    keyId?: string | undefined
    body: CreateOrderBody
    idempotencyKey?: string | undefined
    toDraft?: ToDraft<CreateOrderBody>
  },
): Promise<PlaceOrderResult> {
  const requestHash = idempotencyKey === undefined ? null : hashOf(body)
  try {
    const draft = await readDraft(ctx, body, toDraft)
    const placing = await placeThrough(ctx, {
      userId,
      serviceId: body.service_id,
      link: draft.link,
      quantity: draft.quantity,
      seenPrice: body.price ?? null,
      details: draft.details,
      idempotencyKey: idempotencyKey ?? null,
      requestHash,
      keyId: keyId ?? null,
    })
    if (placing.outcome !== 'placed') throw refusalOf(placing)
    ctx.events.publish({ topic: 'dispatch', providerId: placing.provider_id })
    ctx.events.publish({ topic: 'balance', userId })
    return toResult(placing, body.service_id, draft)
  } catch (refusal) {
    if (idempotencyKey === undefined || requestHash === null || !isRefusal(refusal)) throw refusal
    // The key may already have an order, placed before the catalogue or the balance changed. Looked up only after a
    // refusal, so that placing stays one round trip.
    const first = await findFirst(ctx, { userId, idempotencyKey, requestHash })
    if (first === undefined) throw refusal
    return first
  }
}

/** Applies the rules of the service's type: `toOrderDraft`, or `toExactDraft` to refuse fields that the type doesn't take. */
export type ToDraft<Body> = (service: SoldService, body: Body) => OrderDraft

/** Validates a request by the rules of its service. The service is read again before the request is refused. */
export async function readDraft<Body extends { service_id: number }>(
  ctx: Context,
  body: Body,
  toDraft: ToDraft<Body>,
): Promise<OrderDraft> {
  let services = soldServices.get(ctx)
  if (services === undefined) {
    services = makeSoldServices(ctx)
    soldServices.set(ctx, services)
  }
  const { category, draft } = await draftOf(services, body, toDraft)
  await refuseBlocked(ctx, category, draft)
  return draft
}

async function draftOf<Body extends { service_id: number }>(
  services: SoldServices,
  body: Body,
  toDraft: ToDraft<Body>,
) {
  const cached = await services.find(body.service_id)
  if (cached === undefined) throw new AppError('service_not_found')
  try {
    return { category: cached.category, draft: toDraft(cached, body) }
  } catch {
    const fresh = await services.findFresh(body.service_id)
    if (fresh === undefined) throw new AppError('service_not_found')
    return { category: fresh.category, draft: toDraft(fresh, body) }
  }
}

/** Cached by the settings object, which is replaced when the settings change. */
const blockLists = new WeakMap<Settings['blocked'], Blocked>()

/** Details that are links or names; comments and keywords are not. */
const linkDetails = ['media', 'username', 'usernames', 'groups'] as const

/** Throws `link_blocked` or `category_blocked` if the operator's settings block this link or category. */
export async function refuseBlocked(
  { settings }: Pick<Context, 'settings'>,
  category: string,
  { link, details }: Pick<OrderDraft, 'link' | 'details'>,
): Promise<void> {
  const { blocked } = await settings.read()
  if (blocked.links.length === 0 && blocked.categories.length === 0) return
  let found = blockLists.get(blocked)
  if (found === undefined) {
    found = toBlocked(blocked)
    blockLists.set(blocked, found)
  }
  if (isCategoryBlocked(found, category)) throw new AppError('category_blocked')
  const list = found
  const named = linkDetails.flatMap((name) => details[name]?.split('\n') ?? [])
  if ([link, ...named].some((text) => isLinkBlocked(list, text))) throw new AppError('link_blocked')
}

function toResult(placing: Placing, serviceId: number, draft: OrderDraft): PlaceOrderResult {
  const { order, balance } = readPlaced(placing, serviceId, draft)
  return { order, balance, isReplayed: false }
}

/** The first answer under the key: the order and the balance at that time. */
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

/** The order stored under a key, with the balance after it. */
async function findOrderByKey(
  db: Kysely<DB>,
  { userId, idempotencyKey }: { userId: number; idempotencyKey: string },
) {
  return db
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
}

/**
 * Hash of the request's content, in a fixed order, without ignored members. It contains nothing from the catalogue, so
 * that a changed service doesn't make the same request a different one.
 */
export function hashOf({
  user_id: _user,
  service_name: _name,
  email: _email,
  ...asked
}: CreateOrderBody): Buffer {
  const members = Object.entries(asked)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(members)).digest()
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError || thrown instanceof ReplayedError
}
