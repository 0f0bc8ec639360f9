import { AppError } from '#contract/base/errors.ts'
import { resellerCosts } from '#contract/base/limits.ts'
import { resellerTexts } from '#contract/reseller/reseller-errors.ts'
import type { RefillState } from '#server/modules/orders/refills/find-refills.ts'

import { type ActRequest, findAskedOrders, forEachOrder, pointsOf } from './find-asked-orders.ts'
import { incorrect, readId, readIds } from './read-ids.ts'
import type { Shop, ShopOrder } from './shop.ts'

type Refilled = number | { error: string }

/** Requests a refill of `order`, or of each of `orders`. */
export async function refillOrders(request: ActRequest): Promise<unknown> {
  const { shop, userId, spend } = request
  const { asked, isMany } = await findAskedOrders(request)
  // Before the first request: over the limit the whole call is refused.
  await spend(resellerCosts.refill * asked.filter(({ order }) => order?.refill_refusal === null).length)
  const refill = (order: ShopOrder) => refillOrder(shop, order)
  if (isMany) {
    const refills = await forEachOrder(userId, asked, refill)
    return asked.map(({ sent }, at) => ({ order: sent, refill: refills[at] }))
  }
  const order = asked[0]?.order
  if (order === undefined) throw new AppError('order_not_found')
  const refilled = await refill(order)
  return typeof refilled === 'number' ? { refill: refilled } : refilled
}

/** If a refill is open, answers its id again, so that a client whose first call timed out gets it. */
async function refillOrder(shop: Shop, order: ShopOrder): Promise<Refilled> {
  const { refill_refusal: refusal } = order
  // These will never be refilled.
  if (refusal === 'not_offered' || refusal === 'by_hand' || refusal === 'ended')
    return { error: resellerTexts.refillOver }
  if (refusal === 'not_delivered') return { error: resellerTexts.refillNow }
  let refused: AppError | undefined
  if (refusal === null)
    await shop.requestRefill(order.id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      refused = error
    })
  const last = await shop.findLastRefill(order.id)
  // A refill with an unknown outcome is open too; its status will show the outcome.
  if (last !== undefined && isOpen(last.state)) return last.id
  if (refused === undefined) return last?.id ?? { error: resellerTexts.refillNow }
  if (last?.error?.includes(resellerTexts.refillOver) === true) return { error: resellerTexts.refillOver }
  throw refused
}

/** The protocol's words; `Error` would end a client's polling like `Rejected`. */
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
export async function showRefills({ shop, fields, spend }: ActRequest): Promise<unknown> {
  const many = readIds(fields.refills)
  const sent = many ?? (fields.refill === undefined ? [] : [readId(fields.refill)])
  if (sent.length === 0) throw incorrect()
  await spend(pointsOf(sent.length))
  const refills = await shop.findRefills(sent.flatMap(({ id }) => id ?? []))
  const states = new Map<number | undefined, RefillState>(refills.map(({ id, state }) => [id, state]))
  const shown = sent.map(({ shown: refill, id }) => {
    const state = states.get(id)
    return { refill, status: state === undefined ? { error: resellerTexts.refill } : words[state] }
  })
  const [only] = shown
  if (many !== undefined || only === undefined) return shown
  return typeof only.status === 'string' ? { status: only.status } : only.status
}
