import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { type MassOrderLine, toLineDraft } from '#contract/orders/mass-orders.ts'
import { type Money, money } from '#contract/base/money.ts'
import type { PlacedOrder } from '#contract/orders/order-placing.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { admitOrders } from '#server/modules/orders/placing/admit-orders.ts'
import { readDraft } from '#server/modules/orders/placing/place-order.ts'
import { type OrderToPlace, placeRowsIn } from '#server/modules/orders/placing/place-rows.ts'
import { readPlaced, toPlaced } from '#server/modules/orders/placing/read-placing.ts'
import { readBalance } from '#server/modules/ledger/account.ts'

import { limitMassOrders } from './limit-mass-orders.ts'
import { addMassOrderRange } from './mass-order-ranges.ts'
import { type Line, placeLines } from './place-lines.ts'
import {
  findStoredAnswer,
  type LineResult,
  listPlacedOrders,
  storeAnswer,
  type StoredResult,
  takeMassKey,
  toResults,
  toStoredRefusal,
} from './stored-answer.ts'

export type MassAnswer = { results: LineResult[]; balance: Money; isReplayed: boolean }

type MassOrderRequest = {
  userId: number
  lines: readonly MassOrderLine[]
  idempotencyKey: string | undefined
  /** Set if sent with an API key: it counts towards that key's daily limit and that of all keys. */
  keyId: string | undefined
}

/** A valid line, or one refused before the account is used. */
type CheckedLine = Line | { at: number; refusal: AppError }
type CheckedMassOrder = MassOrderRequest & { requestHash: Buffer; checked: readonly CheckedLine[] }

/** A tx that waits longer for its account is rolled back, and others go first. */
const LOCK_MS = 250

/**
 * Places the lines in order at the customer's prices. Orders and the answer stored under the idempotency key are one tx: after a
 * crash there is all or nothing, and a repeated request gets the same answer and charges nothing. Lines are refused one by one.
 * Refused as a whole, with nothing placed: `idempotency_key_reused`, `account_blocked`, `authentication_required` for a revoked
 * API key, and `unavailable` when too many orders wait or the account stays locked.
 */
export async function placeMassOrder(ctx: Context, request: MassOrderRequest): Promise<MassAnswer> {
  const requestHash = hashOf(request.lines)
  const first = await findFirst(ctx, { ...request, requestHash })
  if (first !== undefined) return first
  const checked = await Promise.all(request.lines.map((line, at) => check(ctx, request, line, at)))
  const mass: CheckedMassOrder = { ...request, requestHash, checked }
  const { userId } = request
  const place = () => transact(ctx, (tx, publish) => placeIn(ctx, { tx, publish }, mass))
  return admitOrders(ctx.pool, { userId, orders: ordersOf(checked) }, () =>
    limitMassOrders(ctx.pool, userId, place),
  )
}

/** Hash of the request only, so that a changed service doesn't make the same request a different one. */
function hashOf(lines: readonly MassOrderLine[]): Buffer {
  const values = lines.map(({ service_id, link, quantity, price }) => [
    service_id,
    link ?? null,
    quantity ?? null,
    price == null ? null : String(price),
  ])
  return createHash('sha256').update(JSON.stringify(values)).digest()
}

async function findFirst(
  { db }: Pick<Context, 'db'>,
  { userId, idempotencyKey, requestHash }: MassOrderRequest & { requestHash: Buffer },
): Promise<MassAnswer | undefined> {
  if (idempotencyKey === undefined) return undefined
  const first = await findStoredAnswer(db, { userId, idempotencyKey })
  if (first === undefined) return undefined
  if (!requestHash.equals(first.request_hash)) throw new AppError('idempotency_key_reused')
  const ids = first.results.flatMap((one) => ('order' in one ? [BigInt(one.order)] : []))
  const rows = await listPlacedOrders(db, { userId, ids })
  const orders = new Map(rows.map((row) => [Number(row.id), toPlaced(row)]))
  return { results: toResults(first.results, orders), balance: money(first.balance), isReplayed: true }
}

async function check(
  ctx: Context,
  { userId, keyId }: MassOrderRequest,
  line: MassOrderLine,
  at: number,
): Promise<CheckedLine> {
  try {
    const { service_id: serviceId } = line
    if (!Number.isInteger(serviceId) || serviceId < 1 || serviceId > limits.quantityMax)
      throw invalidFields({ service_id: { code: 'service_required' } })
    const draft = await readDraft(ctx, line, toLineDraft)
    const own = {
      seenPrice: line.price ?? null,
      idempotencyKey: null,
      requestHash: null,
      keyId: keyId ?? null,
    }
    return { at, order: { userId, serviceId, ...draft, ...own }, cost: undefined }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return { at, refusal: error }
  }
}

function ordersOf(checked: readonly CheckedLine[]): OrderToPlace[] {
  return checked.flatMap((one) => ('refusal' in one ? [] : [one.order]))
}

async function placeIn(
  ctx: Context,
  { tx, publish }: { tx: Tx; publish: Publish },
  mass: CheckedMassOrder,
): Promise<MassAnswer> {
  const { userId, idempotencyKey, requestHash, checked } = mass
  await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`.execute(tx)
  if (idempotencyKey !== undefined && !(await takeMassKey(tx, { userId, idempotencyKey, requestHash }))) {
    const first = await findFirst({ db: tx }, mass)
    if (first === undefined) throw new Error('the stored answer of a mass order is missing')
    return first
  }
  const lines = checked.flatMap((one) => ('refusal' in one ? [] : [one]))
  const { decided, balance: left } = await placeLines(lines, (orders) => placeRowsIn(ctx, tx, orders))

  const orders = new Map<number, PlacedOrder>()
  const results: StoredResult[] = []
  for (const one of checked) if ('refusal' in one) results[one.at] = toStoredRefusal(one.refusal)
  for (const { line, outcome } of decided) {
    if (outcome instanceof AppError) {
      results[line.at] = toStoredRefusal(outcome)
      continue
    }
    const { order } = readPlaced(outcome, line.order.serviceId, line.order)
    orders.set(order.id, order)
    results[line.at] = { order: order.id }
    publish({ topic: 'dispatch', providerId: outcome.provider_id })
  }
  if (orders.size > 0) publish({ topic: 'balance', userId })
  await addMassOrderRange(tx, { userId, orders: orders.size })
  const balance = left === undefined ? await readBalance(tx, userId) : money(left)
  if (idempotencyKey !== undefined) await storeAnswer(tx, { userId, idempotencyKey, results, balance })
  return { results: toResults(results, orders), balance, isReplayed: false }
}
