import type { AnswerOf } from '#contract/base/endpoint.ts'
import { AppError } from '#contract/base/errors.ts'
import { money } from '#contract/base/money.ts'
import type { getOrderAgain } from '#contract/orders/orders.ts'
import { isExtraName } from '#contract/catalogue/service-types.ts'
import type { Context } from '#server/context.ts'
import type { OrderKey } from '#server/modules/orders/state/order-queries.ts'

import { findDetails } from './reading-queries.ts'

type Again = AnswerOf<typeof getOrderAgain>['order']

/** What the customer asked for then, and nothing that was added to it on its way. Another's is `order_not_found`. */
export async function readAgain({ db }: Context, key: OrderKey): Promise<Again> {
  const row = await findDetails(db, key)
  if (row === undefined) throw new AppError('order_not_found')
  return { ...row, id: Number(row.id), price: money(row.price), details: typedOf(row.details) }
}

function typedOf(details: unknown): Again['details'] {
  const all = Object.entries(details ?? {})
  return Object.fromEntries(all.filter(([name, text]) => isExtraName(name) && typeof text === 'string'))
}
