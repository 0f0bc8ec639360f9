import { type Kysely, sql } from 'kysely'

import { rateFor } from '#contract/catalogue/rate-for.ts'
import { AppError } from '#contract/base/errors.ts'
import { type Money, money } from '#contract/base/money.ts'
import { priceOf, refuseCancel, refuseRefill } from '#contract/orders/order-rules.ts'
import { toLinkKey } from '#contract/orders/links.ts'
import {
  TEST_BALANCE,
  TEST_ORDER_DAYS,
  TEST_ORDERS_MAX,
  testFiguresAt,
  testOutcomeOf,
  testRefillAt,
} from '#contract/reseller/test-orders.ts'
import type { Context } from '#server/context.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import type { RetentionPolicy } from '#server/lib/retention/delete-old-rows.ts'
import type { CatalogueSnapshot } from '#server/modules/catalogue/public/catalogue-snapshot.ts'
import { hashOf, readDraft } from '#server/modules/orders/placing/place-order.ts'
import { readCustomerRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import type { OrderRequest, Shop, ShopOrder } from './shop.ts'

/** For simulated trouble. */
const RETRY_AFTER_SECONDS = 2

/**
 * The shop of a test key: all checks and answers of the real one, at the customer's own rates, on a separate table. It
 * has no access to the ledger, orders or providers.
 */
export function makeTestShop(
  ctx: Context,
  catalogue: Pick<CatalogueSnapshot, 'read'>,
  { id: userId }: { id: number },
): Shop {
  const { db, clock } = ctx
  const find = async (ids: readonly number[]) =>
    (await listTestOrders(db, { userId, ids })).map((row) => toOrder(row, clock()))
  const get = async (id: number) => {
    const [order] = await find([id])
    if (order === undefined) throw new AppError('order_not_found')
    return order
  }
  return {
    place: (request) => placeTestOrder(ctx, catalogue, { ...request, userId }),
    findOrders: find,
    async listNewest({ since, link, limit }) {
      const key = link === undefined ? undefined : toLinkKey(link)
      const rows = await listTestOrders(db, { userId, limit: key === undefined ? limit : TEST_ORDERS_MAX })
      return rows
        .filter((row) => since === undefined || row.created_at >= since)
        .filter((row) => key === undefined || toLinkKey(row.link) === key)
        .slice(0, limit)
        .map((row) => toOrder(row, clock()))
    },
    async cancel(id) {
      const { cancel_refusal: refusal } = await get(id)
      if (refusal !== null) throw new AppError('cancel_not_available')
      await stamp(db, { userId, id, column: 'canceled_at', at: clock() })
    },
    async requestRefill(id) {
      const { refill_refusal: refusal } = await get(id)
      if (refusal !== null) throw new AppError('refill_not_available')
      await stamp(db, { userId, id, column: 'refill_asked_at', at: clock() })
    },
    async findLastRefill(id) {
      const [row] = await listTestOrders(db, { userId, ids: [id] })
      if (row?.refill_asked_at == null) return undefined
      return { id, state: testRefillAt(row.refill_asked_at, clock()), error: null }
    },
    async findRefills(ids) {
      const rows = await listTestOrders(db, { userId, ids })
      return rows.flatMap(({ id, refill_asked_at: at }) =>
        at === null ? [] : [{ id: Number(id), state: testRefillAt(at, clock()) }],
      )
    },
    readBalance: () => readTestBalance(ctx, userId),
  }
}

async function placeTestOrder(
  ctx: Context,
  catalogue: Pick<CatalogueSnapshot, 'read'>,
  { userId, body, idempotencyKey, toDraft }: OrderRequest & { userId: number },
): Promise<{ id: number; isReplayed: boolean }> {
  const key = idempotencyKey === undefined ? undefined : { userId, idempotencyKey, requestHash: hashOf(body) }
  const first = key && (await findFirst(ctx.db, key))
  if (first !== undefined) return first
  const now = ctx.clock()
  const { link, quantity } = await readDraft(ctx, body, toDraft)
  const [{ services }, rule] = await Promise.all([
    catalogue.read(),
    readCustomerRates(ctx.db, { userId, now }),
  ])
  const service = services.find(({ id }) => id === body.service_id)
  if (service === undefined) throw new AppError('service_not_found')
  const price = priceOf(service.type, rateFor(service, rule, now), quantity)
  const available = await readTestBalance(ctx, userId)
  const outcome = testOutcomeOf(quantity)
  if (outcome === 'refused' || price > available)
    throw new AppError('insufficient_balance', { required: price, available })
  const trouble = new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  if (outcome === 'trouble') throw trouble
  const order = { service_id: body.service_id, link, quantity, price, refill: service.refill }
  const id = await insertTestOrder(ctx.db, {
    ...order,
    user_id: userId,
    created_at: now,
    idempotency_key: key?.idempotencyKey ?? null,
    request_hash: key?.requestHash ?? null,
  })
  if (outcome === 'lost') throw trouble
  if (id !== undefined) return { id, isReplayed: false }
  // A copy was placed concurrently.
  const placed = key && (await findFirst(ctx.db, key))
  if (placed === undefined) throw trouble
  return placed
}

/** Less the price of the stored orders after refunds. */
async function readTestBalance({ db, clock }: Context, userId: number): Promise<Money> {
  const rows = await db
    .selectFrom('test_orders')
    .select(['quantity', 'price', 'created_at', 'canceled_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(TEST_ORDERS_MAX)
    .execute()
  const now = clock()
  const spent = rows.reduce((sum, row) => {
    const { price, refunded } = figuresOf(row, now)
    return sum + price - refunded
  }, 0n)
  return money(TEST_BALANCE > spent ? TEST_BALANCE - spent : 0n)
}

type Row = Awaited<ReturnType<typeof listTestOrders>>[number]

function figuresOf(row: Pick<Row, 'quantity' | 'price' | 'created_at' | 'canceled_at'>, now: Date) {
  const { quantity, created_at: createdAt, canceled_at: canceledAt } = row
  return testFiguresAt({ quantity, price: money(row.price), createdAt, canceledAt }, now)
}

function toOrder(row: Row, now: Date): ShopOrder & Pick<Row, 'service_id' | 'link' | 'created_at'> {
  const { quantity, service_id, link, created_at, refill, refill_asked_at: askedAt } = row
  const figures = figuresOf(row, now)
  const dispatch = figures.status === 'PENDING' ? 'queued' : 'accepted'
  const state = { refill, cancel: false, cancelAsked: false, dispatch, status: figures.status } as const
  const hasOpenRefill = askedAt !== null && testRefillAt(askedAt, now) !== 'completed'
  return {
    ...figures,
    id: Number(row.id),
    quantity,
    service_id,
    link,
    created_at,
    refill_refusal: refuseRefill({ ...state, hasOpenRefill }) ?? null,
    cancel_refusal: refuseCancel(state) ?? null,
  }
}

type Key = { userId: number; idempotencyKey: string; requestHash: Buffer }

async function findFirst(
  db: Kysely<DB>,
  { userId, idempotencyKey, requestHash }: Key,
): Promise<{ id: number; isReplayed: true } | undefined> {
  const row = await db
    .selectFrom('test_orders')
    .select(['id', 'request_hash'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.request_hash === null || !requestHash.equals(row.request_hash))
    throw new AppError('idempotency_key_reused')
  return { id: Number(row.id), isReplayed: true }
}

/** Newest first, at most `limit`: all stored orders, or those with the ids. */
async function listTestOrders(
  db: Kysely<DB>,
  {
    userId,
    ids,
    limit = TEST_ORDERS_MAX,
  }: { userId: number; ids?: readonly number[] | undefined; limit?: number },
) {
  let query = db
    .selectFrom('test_orders')
    .select(['id', 'service_id', 'link', 'quantity', 'price', 'refill', 'created_at'])
    .select(['canceled_at', 'refill_asked_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (ids !== undefined) query = query.where('id', '=', sql<bigint>`any (${ids.map(String)}::bigint[])`)
  return query.execute()
}

type NewRow = {
  user_id: number
  service_id: number
  link: string
  quantity: number
  price: bigint
  refill: boolean
  idempotency_key: string | null
  request_hash: Buffer | null
  created_at: Date
}

/** Undefined if the key already has an order. Deletes the oldest orders beyond the limit. */
async function insertTestOrder(db: Kysely<DB>, row: NewRow): Promise<number | undefined> {
  const placed = await db
    .with('beyond', (own) =>
      own
        .deleteFrom('test_orders')
        .where('user_id', '=', row.user_id)
        .where('id', '<=', (from) =>
          from
            .selectFrom('test_orders as kept')
            .select('kept.id')
            .where('kept.user_id', '=', row.user_id)
            .orderBy('kept.id', 'desc')
            .offset(TEST_ORDERS_MAX - 1)
            .limit(1),
        ),
    )
    .insertInto('test_orders')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return placed && Number(placed.id)
}

async function stamp(
  db: Kysely<DB>,
  {
    userId,
    id,
    column,
    at,
  }: { userId: number; id: number; column: 'canceled_at' | 'refill_asked_at'; at: Date },
): Promise<void> {
  await db
    .updateTable('test_orders')
    .set({ [column]: at })
    .where('user_id', '=', userId)
    .where('id', '=', sql<bigint>`${id}`)
    .execute()
}

/** For the deletion of a user. */
export async function deleteTestOrders(db: Kysely<DB>, userId: number): Promise<void> {
  await db.deleteFrom('test_orders').where('user_id', '=', userId).execute()
}

export const resellerRetention: readonly RetentionPolicy[] = [
  { table: 'test_orders', key: ['user_id', 'id'], since: 'created_at', keep: `${TEST_ORDER_DAYS} days` },
]
