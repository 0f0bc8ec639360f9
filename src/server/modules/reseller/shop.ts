import type { Money } from '#contract/base/money.ts'
import type { CreateOrderBody } from '#contract/orders/order-placing.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'
import { readBalance } from '#server/modules/ledger/account.ts'
import { cancelOrder } from '#server/modules/orders/cancel/cancel-order.ts'
import { placeOrder, type ToDraft } from '#server/modules/orders/placing/place-order.ts'
import { findBareOrders } from '#server/modules/orders/reading/get-order.ts'
import {
  listNewestOrders,
  type NewestFilter,
  type NewestOrder,
} from '#server/modules/orders/reading/list-newest-orders.ts'
import { findLastRefill, findRefills, type RefillState } from '#server/modules/orders/refills/find-refills.ts'
import { requestRefill } from '#server/modules/orders/refills/request-refill.ts'

/** An order with the protocol's fields. */
export type ShopOrder = Pick<
  Order & OrderInFull,
  | 'id'
  | 'status'
  | 'quantity'
  | 'price'
  | 'refunded'
  | 'start_count'
  | 'remains'
  | 'refill_refusal'
  | 'cancel_refusal'
>

export type OrderRequest = {
  body: CreateOrderBody
  idempotencyKey: string | undefined
  toDraft: ToDraft<CreateOrderBody>
}

/** The operations behind one customer's calls: in the real shop, or with a test key in the test shop. Errors are theirs. */
export type Shop = {
  place(request: OrderRequest): Promise<{ id: number; isReplayed: boolean }>
  /** Without those of other customers. */
  findOrders(ids: readonly number[]): Promise<ShopOrder[]>
  listNewest(filter: NewestFilter): Promise<NewestOrder[]>
  /** Cancels it, or requests that from its provider. */
  cancel(id: number): Promise<void>
  requestRefill(id: number): Promise<void>
  /** An order's newest refill; `error`: the provider's reason if it refused. */
  findLastRefill(id: number): Promise<{ id: number; state: RefillState; error: string | null } | undefined>
  findRefills(ids: readonly number[]): Promise<{ id: number; state: RefillState }[]>
  readBalance(): Promise<Money>
}

export function makeShop(ctx: Context, { id: userId, keyId }: { id: number; keyId: string }): Shop {
  const { db } = ctx
  const keyOf = (id: number) => ({ userId, id: BigInt(id) })
  return {
    async place(request) {
      const { order, isReplayed } = await placeOrder(ctx, { ...request, userId, keyId })
      return { id: order.id, isReplayed }
    },
    findOrders: (ids) => findBareOrders(db, { userId, ids }),
    listNewest: (filter) => listNewestOrders(db, { ...filter, userId }),
    cancel: async (id) => void (await cancelOrder(ctx, keyOf(id))),
    requestRefill: (id) => requestRefill(ctx, keyOf(id)),
    findLastRefill: (id) => findLastRefill(db, keyOf(id)),
    findRefills: (ids) => findRefills(db, { userId, ids }),
    readBalance: () => readBalance(db, userId),
  }
}
