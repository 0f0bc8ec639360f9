import { AppError } from '#contract/base/errors.ts'
import type { ResellerFields } from '#contract/reseller/reseller-call.ts'
import { resellerTexts } from '#contract/reseller/reseller-errors.ts'
import type { Context } from '#server/context.ts'
import { findLastRefill, findRefills, type RefillState } from '#server/modules/orders/refills/find-refills.ts'
import { requestRefill } from '#server/modules/orders/refills/request-refill.ts'

import { type AskedOrder, findAskedOrders, forEachOrder } from './find-asked-orders.ts'
import { incorrect, readId, readIds } from './read-ids.ts'

type Request = { userId: number; fields: ResellerFields }
type Refilled = number | { error: string }

/** Requests a refill of `order`, or of each of `orders`. */
export async function refillOrders(ctx: Context, { userId, fields }: Request): Promise<unknown> {
  const { asked, isMany } = await findAskedOrders(ctx, { userId, fields })
  const refill = (order: AskedOrder) => refillOrder(ctx, userId, order)
  if (isMany) {
    const refills = await forEachOrder(userId, asked, refill)
    return asked.map(({ sent }, at) => ({ order: sent, refill: refills[at] }))
  }
  const order = asked[0]?.order
  if (order === undefined) throw new AppError('order_not_found')
  const refilled = await refill(order)
  return typeof refilled === 'number' ? { refill: refilled } : refilled
}

/** An open refill answers its id again: a client whose first call timed out learns it. */
async function refillOrder(ctx: Context, userId: number, order: AskedOrder): Promise<Refilled> {
  const { refill_refusal: refusal } = order
  // None of these will ever be refilled.
  if (refusal === 'not_offered' || refusal === 'by_hand' || refusal === 'ended')
    return { error: resellerTexts.refillOver }
  if (refusal === 'not_delivered') return { error: resellerTexts.refillNow }
  const key = { userId, id: BigInt(order.id) }
  let refused: AppError | undefined
  if (refusal === null)
    await requestRefill(ctx, key).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      refused = error
    })
  const last = await findLastRefill(ctx.db, key)
  // With an unknown outcome it is open, too, and its status will tell.
  if (last !== undefined && isOpen(last.state)) return last.id
  if (refused === undefined) return last?.id ?? { error: resellerTexts.refillNow }
  if (last?.error?.includes(resellerTexts.refillOver) === true) return { error: resellerTexts.refillOver }
  throw refused
}

/** The protocol's words; `Error` would end a client's asking as `Rejected` does. */
const words = {
  asking: 'Pending',
  unknown: 'Pending',
  pending: 'In progress',
  completed: 'Completed',
  rejected: 'Rejected',
  given_up: 'Rejected',
} as const satisfies Record<RefillState, string>

function isOpen(state: RefillState): boolean {
  return state === 'asking' || state === 'pending' || state === 'unknown'
}

/** One refill, or many by their ids. */
export async function showRefills({ db }: Context, { userId, fields }: Request): Promise<unknown> {
  const many = readIds(fields.refills)
  const sent = many ?? (fields.refill === undefined ? [] : [readId(fields.refill)])
  if (sent.length === 0) throw incorrect()
  const refills = await findRefills(db, { userId, ids: sent.flatMap(({ id }) => id ?? []) })
  const states = new Map<number | undefined, RefillState>(refills.map(({ id, state }) => [id, state]))
  const shown = sent.map(({ shown: refill, id }) => {
    const state = states.get(id)
    return { refill, status: state === undefined ? { error: resellerTexts.refill } : words[state] }
  })
  const [only] = shown
  if (many !== undefined || only === undefined) return shown
  return typeof only.status === 'string' ? { status: only.status } : only.status
}
