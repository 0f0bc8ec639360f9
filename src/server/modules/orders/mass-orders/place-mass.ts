import { createHash } from 'node:crypto'

import { AppError, invalidFields } from '#contract/base/errors.ts'
import { limits } from '#contract/base/limits.ts'
import { type MassOrderLine, toLineDraft } from '#contract/orders/mass-orders.ts'
import { type Money, money } from '#contract/base/money.ts'
import { priceOf } from '#contract/orders/order-rules.ts'
import type { PlacedOrder } from '#contract/orders/order-placing.ts'
import { rateFor } from '#contract/catalogue/rate-for.ts'
import { lockAllowance, spendAllowance } from '#server/modules/users/api-keys/spend-by-key.ts'
import type { Context } from '#server/context.ts'
import { type Publish, transact, type Tx } from '#server/lib/postgres/transact.ts'
import { admitOrders } from '#server/modules/orders/placing/admit-orders.ts'
import { readDraft } from '#server/modules/orders/placing/place-order.ts'
import { isSamePrice } from '#server/modules/orders/placing/place-by-key.ts'
import {
  listSoldRates,
  type OrderToPlace,
  placeRowsIn,
} from '#server/modules/orders/placing/placing-queries.ts'
import { readPlaced, toPlaced } from '#server/modules/orders/placing/read-placing.ts'
import { readBalance } from '#server/modules/ledger/account.ts'
import { readCustomerRates } from '#server/modules/users/custom-rates/read-customer-rates.ts'

import { keepRefusal, type KeptResult, type LineResult, toResults } from './line-results.ts'
import { findMass, keepMass, limitWaiting, listPlacedOrders, takeMassKey } from './mass-queries.ts'
import { type Line, placeLines } from './place-lines.ts'
import { takeMassTurn } from '#server/modules/orders/mass/limit-mass-orders.ts'

export type MassAnswer = { results: LineResult[]; balance: Money; isReplayed: boolean }

type Asked = {
  userId: number
  lines: readonly MassOrderLine[]
  idempotencyKey: string | undefined
  /** It comes from somebody's own program, and counts as what their keys may spend in a day. */
  isByKey: boolean
}

/** A line on its way: to be placed, or refused before anything was asked of the account. */
type Judged = Line | { at: number; refusal: AppError }
type Mass = Asked & { requestHash: Buffer; judged: readonly Judged[] }

/** One that waits for its account longer than this lets others go first. */
const LOCK_MS = 250

/**
 * Places the lines in their order at the customer's prices, in one tx with the answer that is kept under the key: there
 * is all of it or, after a crash, nothing, and the same request again is answered the same and charges nothing. Each
 * line stands for itself. Refused as a whole: `idempotency_key_reused`, `account_blocked`, and `unavailable` where too much waits or the
 * account could not be had in time; then nothing was placed.
 */
export async function placeMass(ctx: Context, asked: Asked): Promise<MassAnswer> {
  const requestHash = hashOf(asked.lines)
  const first = await findFirst(ctx, { ...asked, requestHash })
  if (first !== undefined) return first
  const judged = await Promise.all(asked.lines.map((line, at) => judge(ctx, asked.userId, line, at)))
  const mass: Mass = {
    ...asked,
    requestHash,
    judged: asked.isByKey ? await reckon(ctx, asked, judged) : judged,
  }
  const leave = admitOrders(ctx.pool, asked.userId, ordersOf(judged))
  try {
    return await takeMassTurn(ctx.pool, asked.userId, () =>
      transact(ctx, (tx, publish) => placeIn(ctx, tx, publish, mass)),
    )
  } finally {
    leave()
  }
}

/** Of what is asked for alone: what has become of the services since must not make the same request another. */
function hashOf(lines: readonly MassOrderLine[]): Buffer {
  const asked = lines.map(({ service_id, link, quantity, price }) => [
    service_id,
    link ?? null,
    quantity ?? null,
    // Only where it was said: a request without one hashes as it did before there was one.
    ...(price == null ? [] : [String(price)]),
  ])
  return createHash('sha256').update(JSON.stringify(asked)).digest()
}

async function findFirst(
  { db }: Pick<Context, 'db'>,
  { userId, idempotencyKey, requestHash }: Asked & { requestHash: Buffer },
): Promise<MassAnswer | undefined> {
  if (idempotencyKey === undefined) return undefined
  const first = await findMass(db, { userId, idempotencyKey })
  if (first === undefined) return undefined
  if (!requestHash.equals(first.request_hash)) throw new AppError('idempotency_key_reused')
  const ids = first.results.flatMap((one) => ('order' in one ? [BigInt(one.order)] : []))
  const rows = await listPlacedOrders(db, { userId, ids })
  const orders = new Map(rows.map((row) => [Number(row.id), toPlaced(row)]))
  return { results: toResults(first.results, orders), balance: money(first.balance), isReplayed: true }
}

async function judge(ctx: Context, userId: number, line: MassOrderLine, at: number): Promise<Judged> {
  try {
    const { service_id: serviceId } = line
    if (!Number.isInteger(serviceId) || serviceId < 1 || serviceId > limits.quantityMax)
      throw invalidFields({ service_id: { code: 'service_required' } })
    const draft = await readDraft(ctx, line, toLineDraft)
    const own = { seenPrice: line.price ?? null, idempotencyKey: null, requestHash: null }
    return { at, order: { userId, serviceId, ...draft, ...own }, cost: undefined }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return { at, refusal: error }
  }
}

/** What each line will cost, as the placing statement will price it: counted before it is placed. */
async function reckon(ctx: Context, { userId }: Asked, judged: readonly Judged[]): Promise<Judged[]> {
  const ids = [...new Set(ordersOf(judged).map(({ serviceId }) => serviceId))]
  if (ids.length === 0) return [...judged]
  const now = ctx.clock()
  const [sold, rule] = await Promise.all([
    listSoldRates(ctx.db, ids),
    readCustomerRates(ctx.db, { userId, now }),
  ])
  return judged.map((one) => {
    if ('refusal' in one) return one
    const { serviceId: id, quantity, seenPrice } = one.order
    const service = sold.get(id)
    if (service === undefined) return { at: one.at, refusal: new AppError('service_not_found') }
    const cost = priceOf(service.type, rateFor({ id, rate: service.rate }, rule, now), quantity)
    if (!isSamePrice(seenPrice, cost))
      return { at: one.at, refusal: new AppError('price_changed', { price: money(cost) }) }
    return { ...one, cost }
  })
}

function ordersOf(judged: readonly Judged[]): OrderToPlace[] {
  return judged.flatMap((one) => ('refusal' in one ? [] : [one.order]))
}

async function placeIn(ctx: Context, tx: Tx, publish: Publish, mass: Mass): Promise<MassAnswer> {
  const { userId, idempotencyKey, requestHash, judged, isByKey } = mass
  const now = ctx.clock()
  await limitWaiting(tx, LOCK_MS)
  if (idempotencyKey !== undefined && !(await takeMassKey(tx, { userId, idempotencyKey, requestHash }))) {
    const first = await findFirst({ db: tx }, mass)
    if (first === undefined) throw new Error('a key that was taken is gone')
    return first
  }
  const allowance = isByKey ? await lockAllowance(tx, { userId, now }) : undefined
  const lines = judged.flatMap((one) => ('refusal' in one ? [] : [one]))
  const {
    decided,
    spent,
    balance: left,
  } = await placeLines(lines, allowance, (orders) => placeRowsIn(tx, orders))
  if (isByKey) await spendAllowance(tx, { userId, amount: spent, now, isLimited: allowance !== undefined })

  const orders = new Map<number, PlacedOrder>()
  const kept: KeptResult[] = []
  for (const one of judged) if ('refusal' in one) kept[one.at] = keepRefusal(one.refusal)
  for (const { line, outcome } of decided) {
    if (outcome instanceof AppError) {
      kept[line.at] = keepRefusal(outcome)
      continue
    }
    const { order } = readPlaced(outcome, line.order.serviceId, line.order)
    orders.set(order.id, order)
    kept[line.at] = { order: order.id }
    publish({ topic: 'dispatch', providerId: outcome.provider_id })
  }
  if (orders.size > 0) publish({ topic: 'balance', userId })
  const balance = left === undefined ? await readBalance(tx, userId) : money(left)
  if (idempotencyKey !== undefined) await keepMass(tx, { userId, idempotencyKey, results: kept, balance })
  return { results: toResults(kept, orders), balance, isReplayed: false }
}
