import { AppError, invalidFields } from '#contract/base/errors.ts'
import { type Money, money, ZERO } from '#contract/base/money.ts'
import type { PlacedOrder } from '#contract/orders/order-placing.ts'
import { type OrderDraft, quantityBounds } from '#contract/orders/order-rules.ts'

import type { KeySpending, Placing } from './place-rows.ts'

/** A row with outcome `placed` as order and remaining balance. */
export function readPlaced(
  { id, service_name, price, created_at, balance_after }: Placing,
  serviceId: number,
  { link, quantity }: Pick<OrderDraft, 'link' | 'quantity'>,
): { order: PlacedOrder; balance: Money } {
  if (id === null || service_name === null || price === null || created_at === null || balance_after === null)
    throw new Error('a placed order lacks a column')
  const row = { id, service_id: serviceId, service_name, link, quantity, price, created_at }
  return { order: toPlaced(row), balance: money(balance_after) }
}

type PlacedRow = Omit<PlacedOrder, 'id' | 'price' | 'status'> & { id: bigint; price: bigint }

export function toPlaced({
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

/** The idempotency key already has an order. */
export class ReplayedError extends Error {
  override name = 'ReplayedError'
}

/** Why a row was not placed. A plain Error is a bug. */
export function refusalOf(row: Placing): AppError | Error {
  const { outcome, price, balance, owed, min, max } = row
  // Blocked or deleted since authentication, or the key was revoked or has expired.
  if (outcome === 'no_account') return new AppError('account_blocked')
  if (outcome === 'no_key') return new AppError('authentication_required')
  if (outcome === 'no_service') return new AppError('service_not_found')
  if (outcome === 'unavailable') return new AppError('service_unavailable')
  if (outcome === 'price_changed') return new AppError('price_changed', { price: money(price ?? 0n) })
  if (outcome === 'daily_limit')
    return new AppError('daily_limit_reached', allowanceOf(row) ?? { limit: ZERO, spent: ZERO })
  if (outcome === 'owed') return new AppError('balance_owed', { owed: money(owed ?? 0n) })
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

/** A daily limit of API keys and what was spent of it. */
export type Allowance = { limit: Money; spent: Money }

/**
 * The tighter limit, of the key or of all keys; undefined without one. Both sums grow by the same amount, so it stays
 * the tighter one while a single key spends.
 */
export function allowanceOf(row: Partial<KeySpending>): Allowance | undefined {
  const own = toAllowance(row.own_limit, row.own_spent)
  const all = toAllowance(row.all_limit, row.all_spent)
  if (own === undefined || all === undefined) return own ?? all
  return own.limit - own.spent <= all.limit - all.spent ? own : all
}

function toAllowance(
  limit: bigint | null | undefined,
  spent: bigint | null | undefined,
): Allowance | undefined {
  return limit == null ? undefined : { limit: money(limit), spent: money(spent ?? 0n) }
}
