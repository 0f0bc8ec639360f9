import type { AnswerOf } from '#contract/base/endpoint.ts'
import { toLinkKey } from '#contract/orders/links.ts'
import type { findOpenOrder as endpoint } from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'

import { listActiveFor } from './reading-queries.ts'

/** The customer's newest active order for that link, as `toLinkKey` tells links apart. */
export async function findOpenOrder(
  ctx: Context,
  { userId, link }: { userId: number; link: string },
): Promise<AnswerOf<typeof endpoint>['order']> {
  const key = toLinkKey(link)
  if (key === '') return null
  const alike = await listActiveFor(ctx.db, { userId, link: key })
  const found = alike.find((row) => toLinkKey(row.link) === key)
  return found === undefined ? null : { ...found, id: Number(found.id) }
}
