import { type Kysely, sql } from 'kysely'

import type { AnswerOf } from '#contract/base/endpoint.ts'
import { toLinkKey } from '#contract/orders/links.ts'
import { activeStatuses, type OrderStatus } from '#contract/orders/order-statuses.ts'
import type { findOpenOrder as endpoint } from '#contract/orders/orders.ts'
import type { Context } from '#server/context.ts'
import { toLinkSpellings } from '#server/lib/postgres/search-text.ts'
import type { DB, Orders } from '#server/lib/postgres/tables.ts'

import { isForLink, newestRange } from './newest-queries.ts'

/** The customer's newest active order for a link; links are compared by `toLinkKey`. */
export async function findOpenOrder(
  ctx: Context,
  { userId, link }: { userId: number; link: string },
): Promise<AnswerOf<typeof endpoint>['order']> {
  const key = toLinkKey(link)
  if (key === '') return null
  const alike = await listActiveForLink(ctx.db, { userId, link: key })
  const found = alike.find((row) => toLinkKey(row.link) === key)
  return found === undefined ? null : { ...found, id: Number(found.id) }
}

/** Per spelling of the link. If there are more orders for one link, the active ones are among the newest. */
const SAME_LINK_MAX = 100

/**
 * Active orders for any spelling of a link, in any case. Each spelling is one index range, so the cost is the same with
 * ten active orders and with 100,000.
 */
export async function listActiveForLink(db: Kysely<DB>, { userId, link }: { userId: number; link: string }) {
  const columns = sql`id, service_id, service_name, status, created_at, link`
  const own = newestRange(userId, { of: isForLink(sql`spelling`), count: SAME_LINK_MAX, columns })
  const { rows } = await sql<ActiveRow>`
    select own.* from unnest(${toLinkSpellings(link)}::text[]) spelling cross join lateral ${own} own
    where status in (${sql.join(activeStatuses.map((one) => sql.lit(one)))}) order by id desc`.execute(db)
  return rows
}
type ActiveRow = Pick<Orders, 'service_id' | 'service_name' | 'link'> & {
  id: bigint
  status: OrderStatus
  created_at: Date
}
