import { AppError } from '#contract/base/errors.ts'
import { RESELLER_IDS_PER_POINT } from '#contract/base/limits.ts'
import type { ResellerFields } from '#contract/reseller/reseller-call.ts'
import { sayResellerError } from '#contract/reseller/reseller-errors.ts'
import { makeSemaphore } from '#server/lib/limits/semaphore.ts'

import { incorrect, readId, readIds } from './read-ids.ts'
import type { Shop, ShopOrder } from './shop.ts'

/** The input of an action. `spend` counts points towards the customer's limit; it throws `rate_limited`. */
export type ActRequest = {
  shop: Shop
  userId: number
  fields: ResellerFields
  spend: (points: number) => Promise<void>
}

/** The id as sent; the order is undefined if the customer has no such order. */
export type Asked = { sent: number | string; order: ShopOrder | undefined }

/**
 * The orders named by a request, in its order: `orders`, else `order`. Finds orders placed with any of the customer's
 * keys (reseller.md R8e). Throws `invalid_parameter` for none and for too many, and `rate_limited`.
 */
export async function findAskedOrders({
  shop,
  fields,
  spend,
}: Pick<ActRequest, 'shop' | 'fields' | 'spend'>): Promise<{ asked: Asked[]; isMany: boolean }> {
  const many = readIds(fields.orders)
  const sent = many ?? (fields.order === undefined ? [] : [readId(fields.order)])
  if (sent.length === 0) throw incorrect()
  await spend(pointsOf(sent.length))
  const ids = sent.flatMap(({ id }) => id ?? [])
  const orders = ids.length === 0 ? [] : await shop.findOrders(ids)
  const known = new Map<number | undefined, ShopOrder>(orders.map((order) => [order.id, order]))
  return {
    asked: sent.map(({ shown, id }) => ({ sent: shown, order: known.get(id) })),
    isMany: many !== undefined,
  }
}

/** The cost of ids in addition to the call's. */
export function pointsOf(ids: number): number {
  return Math.floor(ids / RESELLER_IDS_PER_POINT)
}

/** Each may call a provider: a limited number run at once, and those that wait too long are asked to retry. */
const asking = makeSemaphore({ runningMax: 64, eachMax: 8, waitingMax: 3_000, waitMs: 8_000 })

/** Runs `work` for each order. A refused one doesn't stop the others. */
export async function forEachOrder<Done>(
  userId: number,
  asked: readonly Asked[],
  work: (order: ShopOrder) => Promise<Done>,
): Promise<(Done | { error: string })[]> {
  const one = async ({ order }: Asked) => {
    try {
      if (order === undefined) throw new AppError('order_not_found')
      return await asking(() => work(order), { from: [String(userId)] })
    } catch (error) {
      if (error instanceof AppError) return { error: sayResellerError(error) }
      throw error
    }
  }
  return Promise.all(asked.map(one))
}
