import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { getOrderAgain as endpoint } from '#contract/orders/orders.ts'
import { isExtraName } from '#contract/catalogue/service-types.ts'
import type { Context } from '#server/context.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

type OrderAgain = AnswerOf<typeof endpoint>['order']

/** What the customer typed for an order, to prefill the form. Another user's order is `order_not_found`. */
export async function getOrderAgain({ db }: Context, { userId, id }: OrderKey): Promise<OrderAgain> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'service_id', 'service_name', 'link', 'quantity', 'price', 'details'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('order_not_found')
  return { ...row, id: Number(row.id), price: money(row.price), details: toTypedDetails(row.details) }
}

/** Only the fields that customers fill in. */
function toTypedDetails(details: unknown): OrderAgain['details'] {
  const all = Object.entries(details ?? {})
  return Object.fromEntries(all.filter(([name, text]) => isExtraName(name) && typeof text === 'string'))
}
